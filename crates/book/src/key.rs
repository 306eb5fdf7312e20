//! What a position is called in a book: the same for all that are equal but for turning, mirroring and the players' names.

use std::fmt;

use amazons::{BoardSize, Color, Content, Move, Position, Square, View};

/// The size in two bytes, then two bits a square.
pub(crate) const KEY_BYTES: usize = 27;

const HEADER: usize = 2;

/// The canonical form of a position, written down: equal for positions that are one for a book, and for no others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key([u8; KEY_BYTES]);

impl Key {
    /// The key of a position, and the view that leads to its canonical form.
    #[must_use]
    pub fn of(position: &Position) -> (Self, View) {
        let (canonical, view) = position.canonical();
        (Self::of_canonical(&canonical), view)
    }

    fn of_canonical(position: &Position) -> Self {
        let size = position.size();
        let mut bytes = [0; KEY_BYTES];
        [bytes[0], bytes[1]] = [size.columns(), size.rows()];
        let mut put = |square: Square, code: u8| {
            let place = usize::from(square.row() * size.columns() + square.column());
            bytes[HEADER + place / 4] |= code << (place % 4 * 2);
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

    /// The canonical position, in which White is to move.
    ///
    /// # Errors
    /// If the bytes, which came from a file, are those of no position.
    pub fn position(&self) -> Result<Position, NotAKey> {
        let size = BoardSize::new(self.0[0], self.0[1]).ok_or(NotAKey)?;
        let mut position = Position::empty(size, Color::White);
        for row in 0..size.rows() {
            for column in 0..size.columns() {
                let place = usize::from(row * size.columns() + column);
                let content = match self.0[HEADER + place / 4] >> (place % 4 * 2) & 3 {
                    0 => continue,
                    1 => Content::Amazon(Color::Black),
                    2 => Content::Amazon(Color::White),
                    _ => Content::Burned,
                };
                let square = size.square(column, row).ok_or(NotAKey)?;
                position.put(square, content).map_err(|_| NotAKey)?;
            }
        }
        if Self::of(&position).0 == *self {
            Ok(position)
        } else {
            Err(NotAKey)
        }
    }

    /// The key after a move in the canonical position, which must be legal there.
    #[must_use]
    pub fn after(position: &Position, mv: Move) -> Option<Self> {
        Some(Self::of(&position.after(mv).ok()?).0)
    }

    /// The key as it is stored.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; KEY_BYTES] {
        &self.0
    }

    /// What may be a key; [`position`](Self::position) says whether it is one.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }
}

/// Bytes that are the key of no position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("these bytes stand for no position of a book")]
pub struct NotAKey;

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position() {
            Ok(position) => f.write_str(&amazons::Game::to_text(&position)),
            Err(NotAKey) => write!(f, "{:?}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use amazons::Game;

    use super::*;

    #[test]
    fn a_key_is_its_position() {
        for text in ["startpos", "4x4", "5x6", "x..|.#.|..o b", "x#o w"] {
            let position = Position::parse(text).expect("it is a position");
            let (key, view) = Key::of(&position);
            assert_eq!(key.position(), Ok(view.of(&position)), "{text}");
            let other = Key::from_bytes(key.bytes()).expect("as long as a key");
            assert_eq!(other, key);
        }
    }

    #[test]
    fn what_no_position_is_called_is_refused() {
        assert_eq!(Key([0; KEY_BYTES]).position(), Err(NotAKey));
        // A position that is not the canonical one of its kind.
        let start = Position::parse("6x6 moves").or_else(|_| Position::parse("x..|...|..o w"));
        let (key, _) = Key::of(&start.expect("it is a position"));
        let mut turned = *key.bytes();
        turned[HEADER..].reverse();
        assert_eq!(Key(turned).position(), Err(NotAKey));
    }
}
