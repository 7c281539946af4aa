//! Lines of play beside the game.

use std::collections::VecDeque;

use super::{Note, Ply, Record};
use crate::diag::Diagnostic;

/// How deep variations nest at most. skep leaves out deeper variations with a warning.
pub const MAX_VARIATION_DEPTH: usize = 100;

/// How many variations a game has at most. skep leaves out the others with a warning.
pub const MAX_VARIATIONS: usize = 10_000;

/// A record cannot hold one more variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooManyVariations {
    /// It would nest deeper than [`MAX_VARIATION_DEPTH`].
    #[error("variations nest deeper than {MAX_VARIATION_DEPTH}; skep left out the deeper ones")]
    TooDeep,
    /// The record has [`MAX_VARIATIONS`].
    #[error("the game has more than {MAX_VARIATIONS} variations; skep left out the others")]
    TooMany,
}

/// A line of play that leaves the game, or that leaves another variation.
///
/// The turns before it are those of the line that it leaves. A variation is named by its path: `2` is the second
/// variation of the game, and `2.1` is the first variation of variation 2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    parent: Option<usize>,
    depth: usize,
    /// The number of written turns before it, from the start of the game.
    pub after: u32,
    /// Its own turns, in order.
    pub plies: Vec<Ply>,
    /// Its own notes, ordered by place. They count the plies from the start of the game, as [`Note::after`] does.
    pub notes: Vec<Note>,
    /// Findings of the reader in its text.
    pub diagnostics: Vec<Diagnostic>,
}

impl Variation {
    /// The index in [`Record::variations`] of the variation that it leaves; `None` if it leaves the game.
    pub const fn parent(&self) -> Option<usize> {
        self.parent
    }
}

impl Record {
    /// Adds a variation without turns, and returns its index. `parent` is the variation that it leaves.
    ///
    /// # Errors
    /// The record would have too many variations, or they would nest too deep.
    pub fn add_variation(
        &mut self,
        parent: Option<usize>,
        after: u32,
    ) -> Result<usize, TooManyVariations> {
        let depth = parent.map_or(1, |parent| self.variations[parent].depth + 1);
        if depth > MAX_VARIATION_DEPTH {
            return Err(TooManyVariations::TooDeep);
        }
        if self.variations.len() >= MAX_VARIATIONS {
            return Err(TooManyVariations::TooMany);
        }
        self.variations.push(Variation {
            parent,
            depth,
            after,
            plies: Vec::new(),
            notes: Vec::new(),
            diagnostics: Vec::new(),
        });
        Ok(self.variations.len() - 1)
    }

    /// The written turn at an index, which counts from the start of the game, in a variation or in the game (`None`).
    pub fn ply_of(&self, variation: Option<usize>, index: u32) -> Option<&Ply> {
        let (plies, before) = match variation {
            None => (&self.plies, 0),
            Some(i) => (&self.variations[i].plies, self.variations[i].after),
        };
        plies.get(index.checked_sub(before)? as usize)
    }

    /// The paths of the variations: `1`, `1.1`, `2`.
    pub fn variation_paths(&self) -> Vec<String> {
        let mut paths: Vec<String> = Vec::with_capacity(self.variations.len());
        let mut children = vec![0_usize; self.variations.len()];
        let mut roots = 0;
        for variation in &self.variations {
            paths.push(match variation.parent {
                None => {
                    roots += 1;
                    roots.to_string()
                }
                Some(parent) => {
                    children[parent] += 1;
                    format!("{}.{}", paths[parent], children[parent])
                }
            });
        }
        paths
    }

    /// Removes empty variations, and puts the others in the order in which every notation holds them: each variation
    /// before its own, and of two that leave the same line the one that leaves it first. Returns the old index of each
    /// variation that is left.
    pub fn sort_variations(&mut self) -> Vec<usize> {
        let count = self.variations.len();
        let mut kept = vec![false; count];
        // The variations of each line; the last line is the game.
        let mut children = vec![VecDeque::new(); count + 1];
        for i in (0..count).rev() {
            let variation = &self.variations[i];
            let is_empty = variation.plies.is_empty()
                && variation.notes.is_empty()
                && variation.diagnostics.is_empty();
            kept[i] = !is_empty || !children[i].is_empty();
            if kept[i] {
                children[variation.parent.unwrap_or(count)].push_front(i);
            }
        }
        for line in &mut children {
            line.make_contiguous()
                .sort_by_key(|&i| self.variations[i].after);
        }
        let mut old: Vec<Option<Variation>> = self.variations.drain(..).map(Some).collect();
        let mut next: Vec<(usize, Option<usize>)> = Vec::new();
        let push = |next: &mut Vec<_>, line: usize, parent| {
            next.extend(children[line].iter().rev().map(|&child| (child, parent)));
        };
        push(&mut next, count, None);
        let mut order = Vec::with_capacity(count);
        while let Some((i, parent)) = next.pop() {
            if let Some(mut variation) = old[i].take() {
                variation.parent = parent;
                push(&mut next, i, Some(self.variations.len()));
                self.variations.push(variation);
                order.push(i);
            }
        }
        order
    }

    /// Drops the variations that leave the game after its first `plies` written turns, and their variations.
    pub(crate) fn truncate_variations(&mut self, plies: u32) {
        self.retain_variations(|_, variation| {
            variation.parent.is_some() || variation.after <= plies
        });
    }

    /// Drops the variations that `keep` refuses, and their variations. Returns the new index of each variation that is
    /// left.
    pub(crate) fn retain_variations(
        &mut self,
        keep: impl Fn(usize, &Variation) -> bool,
    ) -> Vec<Option<usize>> {
        let mut places: Vec<Option<usize>> = Vec::with_capacity(self.variations.len());
        let mut number = 0;
        for (i, variation) in self.variations.iter_mut().enumerate() {
            let mut is_kept = keep(i, variation);
            if let Some(parent) = variation.parent {
                variation.parent = places[parent];
                is_kept &= variation.parent.is_some();
            }
            places.push(is_kept.then_some(number));
            number += usize::from(is_kept);
        }
        let mut kept = places.iter();
        self.variations
            .retain(|_| kept.next().is_some_and(Option::is_some));
        places
    }
}
