use std::cmp::Reverse;
use std::io::Write;

use rustc_hash::FxHashMap;

use super::pixels::{self, PixelError};
use super::{Animation, svg};

impl Animation<'_> {
    /// The boards as a GIF that plays in a loop.
    ///
    /// # Errors
    /// The picture is too large. A GIF is at most 65,535 pixels wide and high.
    pub fn gif(&self) -> Result<Vec<u8>, PixelError> {
        let mut out = Vec::new();
        self.write_gif(&mut out)?;
        Ok(out)
    }

    /// Writes the boards as a GIF, frame by frame.
    ///
    /// # Errors
    /// As for [`Animation::gif`], or `out` cannot be written.
    pub fn write_gif(&self, out: impl Write) -> Result<(), PixelError> {
        let bounds = self.bounds();
        let (width, height) = svg::pixels(bounds, &self.style);
        let (Ok(w), Ok(h)) = (u16::try_from(width), u16::try_from(height)) else {
            return Err(PixelError::TooLarge { width, height });
        };
        let mut encoder = gif::Encoder::new(out, w, h, &[])?;
        encoder.set_repeat(gif::Repeat::Infinite)?;
        let mut shown = Vec::new();
        for (i, board) in self.boards.iter().enumerate() {
            let picture = pixels::draw(&board.boxed().svg_within(&self.style, bounds))?.take();
            let mut frame = patch(&shown, &picture, w, h);
            shown = picture;
            let ms = if i + 1 == self.boards.len() {
                self.last_ms()
            } else {
                self.frame_ms
            };
            // The unit of GIF is a hundredth of a second.
            frame.delay = u16::try_from(ms / 10).unwrap_or(u16::MAX).max(2);
            encoder.write_frame(&frame)?;
        }
        encoder.into_inner()?;
        Ok(())
    }
}

/// The colours of a frame as RGB, at most 256, and the index of the colour of each pixel. Drawings are flat: their own
/// colours are frequent and stay exact, and the rare blends between them get the nearest frequent colour.
fn indexed(rgba: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let colour = |pixel: &[u8]| [pixel[0], pixel[1], pixel[2]];
    let mut counts: FxHashMap<[u8; 3], u32> = FxHashMap::default();
    for pixel in rgba.chunks_exact(4) {
        *counts.entry(colour(pixel)).or_default() += 1;
    }
    let mut colours: Vec<([u8; 3], u32)> = counts.into_iter().collect();
    colours.sort_unstable_by_key(|&(colour, count)| (Reverse(count), colour));
    let frequent = &colours[..colours.len().min(256)];
    let nearest = |colour: [u8; 3]| {
        let distance = |other: [u8; 3]| {
            let apart = |i: usize| u32::from(colour[i].abs_diff(other[i])).pow(2);
            apart(0) + apart(1) + apart(2)
        };
        let all = (0u8..=255).zip(frequent);
        all.min_by_key(|(_, (other, _))| distance(*other))
            .map_or(0, |(i, _)| i)
    };
    let indices: FxHashMap<[u8; 3], u8> = colours.iter().map(|&(c, _)| (c, nearest(c))).collect();
    let pixels = rgba.chunks_exact(4).map(|pixel| indices[&colour(pixel)]);
    let palette = frequent.iter().flat_map(|(colour, _)| *colour);
    (palette.collect(), pixels.collect())
}

/// The frame that turns the last picture into the next: the rectangle in which they differ.
fn patch(shown: &[u8], next: &[u8], width: u16, height: u16) -> gif::Frame<'static> {
    let row = usize::from(width) * 4;
    let rows = || shown.chunks_exact(row).zip(next.chunks_exact(row));
    let (mut top, mut bottom, mut left, mut right) = (height, 0, width, 0);
    for (y, (old, new)) in (0..).zip(rows()) {
        let pixels = || old.chunks_exact(4).zip(new.chunks_exact(4));
        let differs = |(old, new): (&[u8], &[u8])| old != new;
        if let Some(x) = pixels().position(differs) {
            top = top.min(y);
            bottom = y + 1;
            left = left.min(x as u16);
            right = right.max(pixels().rposition(differs).map_or(0, |x| x as u16 + 1));
        }
    }
    if shown.is_empty() {
        (top, bottom, left, right) = (0, height, 0, width);
    } else if bottom == 0 {
        // Nothing changes, but a frame needs at least one pixel.
        (top, bottom, left, right) = (0, 1, 0, 1);
    }
    let mut part = Vec::new();
    for line in next
        .chunks_exact(row)
        .take(usize::from(bottom))
        .skip(usize::from(top))
    {
        part.extend_from_slice(&line[usize::from(left) * 4..usize::from(right) * 4]);
    }
    let (palette, pixels) = indexed(&part);
    let mut frame =
        gif::Frame::from_palette_pixels(right - left, bottom - top, pixels, palette, None);
    (frame.left, frame.top) = (left, top);
    frame.dispose = gif::DisposalMethod::Keep;
    frame
}
