//! The best line below each ply of the search, as it is being found.

/// For each ply from the root, the best moves from there on.
#[derive(Clone, Debug)]
pub(super) struct PrincipalVariations<M> {
    by_ply: Vec<Vec<M>>,
}

impl<M: Copy> PrincipalVariations<M> {
    pub fn new() -> Self {
        Self { by_ply: Vec::new() }
    }

    /// Begins a node: no line yet.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        if self.by_ply.len() < ply + 2 {
            self.by_ply.resize_with(ply + 2, Vec::new);
        }
        self.by_ply[ply].clear();
    }

    /// `mv` is now the best at that ply; what was found below it follows, unless the position behind it
    /// was `evaluated` without a search.
    pub fn update(&mut self, ply: usize, mv: M, evaluated: bool) {
        let (above, below) = self.by_ply.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(mv);
        if !evaluated {
            above[ply].extend_from_slice(&below[0]);
        }
    }

    /// The line from that ply on.
    pub fn at(&self, ply: usize) -> &[M] {
        self.by_ply.get(ply).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_grows_from_its_end() {
        let mut lines = PrincipalVariations::new();
        for ply in 0..3 {
            lines.clear(ply);
        }
        lines.update(2, 'c', false);
        lines.update(1, 'b', false);
        lines.update(0, 'a', false);
        assert_eq!(lines.at(0), ['a', 'b', 'c']);
        lines.update(1, 'x', true);
        assert_eq!(lines.at(1), ['x']);
        lines.clear(1);
        lines.update(0, 'y', false);
        assert_eq!(lines.at(0), ['y']);
        assert_eq!(lines.at(7), []);
    }
}
