//! Triangular table of principal variations.

/// Principal variation from each ply on.
#[derive(Clone, Debug)]
pub(super) struct PvTable<M> {
    by_ply: Vec<Vec<M>>,
}

impl<M: Copy> PvTable<M> {
    pub fn new() -> Self {
        Self { by_ply: Vec::new() }
    }

    /// Starts a node at `ply`, without a line.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        if self.by_ply.len() < ply + 2 {
            self.by_ply.resize_with(ply + 2, Vec::new);
        }
        self.by_ply[ply].clear();
    }

    /// Makes `mv` the best move at `ply`, followed by the line of the next ply unless the child
    /// `is_leaf`.
    pub fn update(&mut self, ply: usize, mv: M, is_leaf: bool) {
        let (above, below) = self.by_ply.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(mv);
        if !is_leaf {
            above[ply].extend_from_slice(&below[0]);
        }
    }

    pub fn at(&self, ply: usize) -> &[M] {
        self.by_ply.get(ply).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_built_from_the_end() {
        let mut lines = PvTable::new();
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
