//! A tree that is nothing but random numbers: every position has as many moves, and two players value
//! what they find on the way differently.
//!
//! The model of Tokuda, Iida and others for search with a model of the opponent: each position carries two
//! numbers, one for either player's eyes. What a position is worth to us is the sum of ours along the way; what the
//! opponent thinks it worth is a mixture of that sum and of theirs. So children take after their parents, as in
//! real games.
//!
//! The tree has no leaves of its own: how deep it is, is said by the search that looks at it.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use game::{Color, Game, Outcome};
use thiserror::Error;

/// The most moves that a position may have.
const MOST_WIDTH: u8 = 64;

/// The largest number that a position may carry: sums over ten plies still are sums of whole numbers that a
/// search's values can hold, in hundredths.
const LARGEST_NUMBER: u16 = 20;

/// What a tree is like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TreeShape {
    /// How many moves there are in each position.
    pub width: u8,
    /// How far the opponent thinks as we do, in hundredths: γ = 1 is 100.
    pub likeness: u8,
    /// What numbers positions carry.
    pub numbers: Numbers,
}

/// Where a position's two numbers are drawn from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Numbers {
    /// Whole ones from 0 to this, all with the same chance.
    UpTo(u16),
    /// Hundredths from 0 to ten: hardly two sums are ever the same.
    Fine,
}

/// Why a text is no position or no move of a tree.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Error {
    /// The shape is missing or something else.
    #[error(
        "a tree is written as width:likeness:numbers:seed, such as 4:50:9:1 or 4:50:fine:1, not {0:?}"
    )]
    Shape(String),
    /// A number of the shape that no tree has.
    #[error(
        "a tree has from 1 to {MOST_WIDTH} moves, a likeness up to 100 and numbers up to {LARGEST_NUMBER}: {0:?}"
    )]
    OutOfRange(String),
    /// No such child.
    #[error("a move here is a number from 1 to {width}, not {text:?}")]
    NotAMove {
        /// What was read.
        text: String,
        /// How many there are.
        width: u8,
    },
}

/// A position of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SyntheticTree {
    shape: TreeShape,
    seed: u64,
    /// What the numbers here, and those of the children, follow from.
    state: u64,
    ply: u32,
    /// The sums of both numbers along the way, in hundredths.
    own: u32,
    others: u32,
}

/// The child with that index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Branch(pub u8);

impl SyntheticTree {
    /// The root of the tree that belongs to a seed; Black, who is to move, is called us.
    #[must_use]
    pub fn new(shape: TreeShape, seed: u64) -> Self {
        let mut root = Self {
            shape,
            seed,
            state: scrambled(seed),
            ply: 0,
            own: 0,
            others: 0,
        };
        root.add_numbers();
        root
    }

    /// How many moves there are in each position.
    #[must_use]
    pub fn width(&self) -> u8 {
        self.shape.width
    }

    /// What the position is worth to us in our eyes, in hundredths: Σ R.
    #[must_use]
    pub fn own_score(&self) -> i32 {
        self.own as i32
    }

    /// What the position is worth to us in the opponent's eyes, in hundredths: γ Σ R + (1 − γ) Σ r.
    #[must_use]
    pub fn opponents_score(&self) -> i32 {
        let likeness = u32::from(self.shape.likeness);
        ((likeness * self.own + (100 - likeness) * self.others) / 100) as i32
    }

    fn add_numbers(&mut self) {
        let [own, others] = [1, 2].map(|which| {
            let bits = scrambled(self.state ^ which) >> 32;
            match self.shape.numbers {
                Numbers::UpTo(most) => 100 * (bits % (u64::from(most) + 1)) as u32,
                Numbers::Fine => (bits % 1_001) as u32,
            }
        });
        self.own += own;
        self.others += others;
    }
}

/// A bijection of 64-bit words that looks random (the last step of SplitMix64).
fn scrambled(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

impl Game for SyntheticTree {
    const NAME: &'static str = "synthetic-tree";
    type Move = Branch;
    /// The position before the move: it is small.
    type Undo = Self;
    type NotationError = Error;

    fn to_move(&self) -> Color {
        if self.ply.is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        }
    }

    fn visit_moves<B>(&self, mut visit: impl FnMut(Branch) -> ControlFlow<B>) -> ControlFlow<B> {
        (0..self.shape.width).try_for_each(|index| visit(Branch(index)))
    }

    fn move_count(&self) -> u64 {
        self.shape.width.into()
    }

    fn play(&mut self, Branch(index): Branch) -> Self {
        let before = *self;
        self.state = scrambled(self.state ^ ((u64::from(index) + 1) << 8));
        self.ply += 1;
        self.add_numbers();
        before
    }

    fn unplay(&mut self, _: Branch, before: Self) {
        *self = before;
    }

    /// Never: a tree goes on for ever.
    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn key(&self) -> u64 {
        self.state ^ u64::from(self.ply)
    }

    fn to_text(&self) -> String {
        self.to_string()
    }

    /// Reads a root.
    fn parse(text: &str) -> Result<Self, Error> {
        text.parse()
    }

    fn move_to_text(&self, Branch(index): Branch) -> String {
        (u32::from(index) + 1).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Branch, Error> {
        let width = self.shape.width;
        match text.parse::<u8>() {
            Ok(number) if (1..=width).contains(&number) => Ok(Branch(number - 1)),
            _ => Err(Error::NotAMove {
                text: text.to_owned(),
                width,
            }),
        }
    }
}

impl FromStr for SyntheticTree {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let no_shape = || Error::Shape(text.to_owned());
        let parts: Vec<&str> = text.trim().split(':').collect();
        let [width, likeness, numbers, seed] = parts[..] else {
            return Err(no_shape());
        };
        let shape = TreeShape {
            width: width.parse().map_err(|_| no_shape())?,
            likeness: likeness.parse().map_err(|_| no_shape())?,
            numbers: match numbers {
                "fine" => Numbers::Fine,
                most => Numbers::UpTo(most.parse().map_err(|_| no_shape())?),
            },
        };
        let is_small = !matches!(shape.numbers, Numbers::UpTo(most) if most > LARGEST_NUMBER);
        if !(1..=MOST_WIDTH).contains(&shape.width) || shape.likeness > 100 || !is_small {
            return Err(Error::OutOfRange(text.to_owned()));
        }
        Ok(Self::new(shape, seed.parse().map_err(|_| no_shape())?))
    }
}

/// Writes the root; below it, also how many plies away it is and where.
impl fmt::Display for SyntheticTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TreeShape {
            width,
            likeness,
            numbers,
        } = self.shape;
        write!(f, "{width}:{likeness}:")?;
        match numbers {
            Numbers::UpTo(most) => write!(f, "{most}")?,
            Numbers::Fine => f.write_str("fine")?,
        }
        write!(f, ":{}", self.seed)?;
        if self.ply > 0 {
            write!(f, " ply {} state {:016x}", self.ply, self.state)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use game::perft;

    use super::*;

    const SHAPE: TreeShape = TreeShape {
        width: 3,
        likeness: 50,
        numbers: Numbers::UpTo(9),
    };

    #[test]
    fn every_position_is_another_one_and_moves_are_taken_back() {
        fn walk(position: &mut SyntheticTree, depth: u32, seen: &mut HashSet<u64>) {
            assert!(seen.insert(position.key()), "{position} is there twice");
            if depth > 0 {
                for mv in position.moves() {
                    let before = *position;
                    let undo = position.play(mv);
                    assert_ne!(position.to_move(), before.to_move());
                    walk(position, depth - 1, seen);
                    position.unplay(mv, undo);
                    assert_eq!(*position, before);
                }
            }
        }
        let root = SyntheticTree::new(SHAPE, 1);
        assert_eq!(perft(&root, 6), 729);
        walk(&mut root.clone(), 7, &mut HashSet::new());
    }

    /// Each number comes equally often, and a child has its parent's sums and its own numbers.
    #[test]
    fn sums_grow_by_whole_numbers_that_are_equally_likely() {
        let mut seen = [0_u32; 10];
        for seed in 0..3_000 {
            let root = SyntheticTree::new(SHAPE, seed);
            for mv in root.moves() {
                let mut child = root;
                child.play(mv);
                let number = child.own_score() - root.own_score();
                assert_eq!(number % 100, 0);
                seen[number as usize / 100] += 1;
                assert_eq!(
                    child.opponents_score() * 2,
                    child.own as i32 + child.others as i32
                );
            }
        }
        // Five standard deviations of a binomial count of 9,000 draws at 1/10.
        assert!(
            seen.iter().all(|&count| count.abs_diff(900) < 143),
            "{seen:?}"
        );
    }

    #[test]
    fn an_opponent_who_thinks_as_we_do_has_our_score() {
        let alike = TreeShape {
            likeness: 100,
            ..SHAPE
        };
        let mut position = SyntheticTree::new(alike, 5);
        for _ in 0..6 {
            position.play(Branch(1));
            assert_eq!(position.own_score(), position.opponents_score());
        }
    }

    #[test]
    fn text_round_trips_and_errors_are_clear() {
        for text in ["4:50:9:1", "2:0:fine:77"] {
            let tree = SyntheticTree::parse(text).unwrap();
            assert_eq!(tree.to_text(), text);
            assert_eq!(tree.parse_move("2"), Ok(Branch(1)));
            assert_eq!(tree.move_to_text(Branch(1)), "2");
        }
        let tree = SyntheticTree::parse("4:50:9:1").unwrap();
        assert_eq!(
            tree.parse_move("5").unwrap_err().to_string(),
            "a move here is a number from 1 to 4, not \"5\""
        );
        for text in ["4:50:9", "x:50:9:1", "4:50:nine:1"] {
            assert_eq!(
                SyntheticTree::parse(text),
                Err(Error::Shape(text.to_owned()))
            );
        }
        for text in ["0:50:9:1", "4:101:9:1", "4:50:21:1"] {
            let refused = Error::OutOfRange(text.to_owned());
            assert_eq!(SyntheticTree::parse(text), Err(refused));
        }
    }
}
