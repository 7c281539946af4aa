use super::animation::LAST;
use super::pixels::{self, PixelError};
use super::{Animation, svg};

impl Animation<'_> {
    /// The boards as a GIF that plays in a loop.
    ///
    /// # Errors
    /// The picture is too large. A GIF is at most 65,535 pixels wide and high.
    pub fn gif(&self) -> Result<Vec<u8>, PixelError> {
        let bounds = self.bounds();
        let (width, height) = svg::pixels(bounds, &self.style);
        let (Ok(w), Ok(h)) = (u16::try_from(width), u16::try_from(height)) else {
            return Err(PixelError::TooLarge { width, height });
        };
        let mut out = Vec::new();
        let mut encoder = gif::Encoder::new(&mut out, w, h, &[])?;
        encoder.set_repeat(gif::Repeat::Infinite)?;
        let mut shown = Vec::new();
        for (i, board) in self.boards.iter().enumerate() {
            let picture = pixels::draw(&board.svg_within(&self.style, bounds))?.take();
            let mut frame = patch(&shown, &picture, w, h);
            shown = picture;
            let last = i + 1 == self.boards.len();
            let ms = self.frame_ms as usize * if last { LAST } else { 1 };
            // The unit of GIF is a hundredth of a second.
            frame.delay = u16::try_from(ms / 10).unwrap_or(u16::MAX).max(2);
            encoder.write_frame(&frame)?;
        }
        drop(encoder);
        Ok(out)
    }
}

/// How carefully colours are chosen, from 1 (slow) to 30. Flat drawings look the same at any value.
const SPEED: i32 = 10;

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
    let mut frame = gif::Frame::from_rgba_speed(right - left, bottom - top, &mut part, SPEED);
    (frame.left, frame.top) = (left, top);
    frame.dispose = gif::DisposalMethod::Keep;
    frame
}
