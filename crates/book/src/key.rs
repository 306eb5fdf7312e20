//! Book keys: equal for positions that are equal up to symmetry and color swap.

use std::fmt;

use amazons::{BoardSize, Color, Content, Move, Position, Square, Transform};

/// Board size in two bytes, then two bits per square.
pub(crate) const KEY_BYTES: usize = 27;

const HEADER: usize = 2;

/// Canonical position in compact form.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BookKey([u8; KEY_BYTES]);

impl BookKey {
    /// Key of a position, and the view that maps the position to its canonical form.
    #[must_use]
    pub fn new(position: &Position) -> (Self, Transform) {
        let (canonical, view) = position.canonical();
        (Self::from_canonical(&canonical), view)
    }

    fn from_canonical(position: &Position) -> Self {
        let size = position.size();
        let mut bytes = [0; KEY_BYTES];
        [bytes[0], bytes[1]] = [size.columns(), size.rows()];
        let mut put = |square: Square, code: u8| {
            let index = usize::from(square.row() * size.columns() + square.column());
            bytes[HEADER + index / 4] |= code << (index % 4 * 2);
        };
        for (code, squares) in [
            (1, position.amazons(Color::Black)),
            (2, position.amazons(Color::White)),
            (3, position.burned()),
        ] {
            squares.iter().for_each(|square| put(square, code));
        }
        Self(bytes)
    }

    /// The canonical position, with White to move; `None` if the bytes, read from a file, do not
    /// encode one.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        let size = BoardSize::new(self.0[0], self.0[1])?;
        let mut position = Position::empty(size, Color::White);
        for row in 0..size.rows() {
            for column in 0..size.columns() {
                let index = usize::from(row * size.columns() + column);
                let content = match self.0[HEADER + index / 4] >> (index % 4 * 2) & 3 {
                    0 => continue,
                    1 => Content::Amazon(Color::Black),
                    2 => Content::Amazon(Color::White),
                    _ => Content::Burned,
                };
                position.put(size.square(column, row)?, content).ok()?;
            }
        }
        (Self::new(&position).0 == *self).then_some(position)
    }

    /// Key of the position after a move; `None` if the move is illegal.
    #[must_use]
    pub fn after(position: &Position, mv: Move) -> Option<Self> {
        Some(Self::new(&position.after(mv).ok()?).0)
    }

    /// The stored form.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; KEY_BYTES] {
        &self.0
    }

    /// Reads the stored form; [`position`](Self::position) validates it.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }
}

impl fmt::Debug for BookKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position() {
            Some(position) => f.write_str(&amazons::Game::to_text(&position)),
            None => write!(f, "{:?}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use amazons::Game;

    use super::*;

    #[test]
    fn keys_decode_to_canonical_positions() {
        for text in ["startpos", "4x4", "5x6", "x..|.#.|..o b", "x#o w"] {
            let position = Position::parse(text).expect("the position is valid");
            let (key, view) = BookKey::new(&position);
            assert_eq!(key.position(), Some(view.apply(&position)), "{text}");
            let other = BookKey::from_bytes(key.bytes()).expect("the length is right");
            assert_eq!(other, key);
        }
    }

    #[test]
    fn invalid_keys_are_rejected() {
        assert_eq!(BookKey([0; KEY_BYTES]).position(), None);
        // A position that is not canonical.
        let start = Position::parse("x..|...|..o w").expect("the position is valid");
        let (key, _) = BookKey::new(&start);
        let mut turned = *key.bytes();
        turned[HEADER..].reverse();
        assert_eq!(BookKey(turned).position(), None);
    }
}
