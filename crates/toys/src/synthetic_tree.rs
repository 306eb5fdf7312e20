//! A random game tree with a constant branching factor in which the two players evaluate positions
//! differently.
//!
//! The model of Tokuda, Iida and others for opponent-model search: each node has two random scores,
//! R and r. Our value of a node is the sum of R on the path from the root (Σ R); the opponent's
//! value is γ Σ R + (1 − γ) Σ r. Values of parent and child are correlated, as in real games.
//!
//! The tree is infinite; the search depth bounds it.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use game::{Color, Game, Outcome, mix64};
use thiserror::Error;

/// Largest branching factor that is parsed.
const MAX_BRANCHING_FACTOR: u8 = 64;

/// Largest node score. The sum over ten plies, in hundredths, fits into `search::Value`.
const MAX_NODE_SCORE: u16 = 20;

/// Parameters of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TreeShape {
    /// Number of moves in every position.
    pub branching_factor: u8,
    /// γ in percent: 100 means that the opponent evaluates as we do.
    pub similarity_percent: u8,
    /// Distribution of the node scores.
    pub node_scores: NodeScores,
}

/// Distribution of each of a node's two scores.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NodeScores {
    /// Uniform integers from 0 to this maximum.
    Integers(u16),
    /// Uniform multiples of 1/100 from 0 to 10, so that sums are rarely equal.
    Hundredths,
}

/// Error of parsing a tree or a move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseSyntheticTreeError {
    /// The text is not four fields, or a field cannot be parsed.
    #[error(
        "invalid tree {0:?}: expected branching:similarity:scores:seed, \
        e.g. 4:50:9:1 or 4:50:fine:1"
    )]
    InvalidFormat(String),
    /// A parameter is out of range.
    #[error(
        "value out of range in {0:?}: expected branching 1 to {MAX_BRANCHING_FACTOR}, \
        similarity 0 to 100, scores 0 to {MAX_NODE_SCORE} or fine"
    )]
    OutOfRange(String),
    /// The text is not the number of a child.
    #[error("invalid move {text:?}: expected 1 to {branching_factor}")]
    InvalidMove {
        /// The text.
        text: String,
        /// Number of moves.
        branching_factor: u8,
    },
}

/// A position: a node of the tree, the root included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SyntheticTree {
    shape: TreeShape,
    /// Seed of the tree.
    seed: u64,
    /// Seed of this node, from which its scores and the seeds of its children are derived.
    node_seed: u64,
    ply: u32,
    /// Σ R, in hundredths.
    own_sum: u32,
    /// Σ r, in hundredths.
    opponent_sum: u32,
}

/// A move: the index of a child, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ChildIndex(pub u8);

impl SyntheticTree {
    /// The root of the tree with this seed. Black moves first and is "we"; White is the opponent.
    #[must_use]
    pub fn new(shape: TreeShape, seed: u64) -> Self {
        let mut root = Self {
            shape,
            seed,
            node_seed: mix64(seed),
            ply: 0,
            own_sum: 0,
            opponent_sum: 0,
        };
        root.add_node_scores();
        root
    }

    /// Number of moves in every position.
    #[must_use]
    pub fn branching_factor(&self) -> u8 {
        self.shape.branching_factor
    }

    /// Our evaluation of the position, Σ R, in hundredths.
    #[must_use]
    pub fn own_score(&self) -> i32 {
        self.own_sum as i32
    }

    /// The opponent's evaluation of the position from our point of view, γ Σ R + (1 − γ) Σ r, in
    /// hundredths.
    #[must_use]
    pub fn opponent_score(&self) -> i32 {
        let similarity_percent = u32::from(self.shape.similarity_percent);
        ((similarity_percent * self.own_sum + (100 - similarity_percent) * self.opponent_sum) / 100)
            as i32
    }

    /// Adds the scores of this node to the sums.
    fn add_node_scores(&mut self) {
        let [own, opponent] = [1, 2].map(|salt| {
            let bits = mix64(self.node_seed ^ salt) >> 32;
            match self.shape.node_scores {
                NodeScores::Integers(max) => 100 * (bits % (u64::from(max) + 1)) as u32,
                NodeScores::Hundredths => (bits % 1_001) as u32,
            }
        });
        self.own_sum += own;
        self.opponent_sum += opponent;
    }
}

impl Game for SyntheticTree {
    const NAME: &'static str = "synthetic-tree";
    type Move = ChildIndex;
    /// The position before the move.
    type Undo = Self;
    type ParseError = ParseSyntheticTreeError;

    fn to_move(&self) -> Color {
        if self.ply.is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        }
    }

    fn visit_moves<B>(
        &self,
        mut visit: impl FnMut(ChildIndex) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        (0..self.shape.branching_factor).try_for_each(|index| visit(ChildIndex(index)))
    }

    fn move_count(&self) -> u64 {
        self.shape.branching_factor.into()
    }

    fn play(&mut self, ChildIndex(index): ChildIndex) -> Self {
        let before = *self;
        self.node_seed = mix64(self.node_seed ^ ((u64::from(index) + 1) << 8));
        self.ply += 1;
        self.add_node_scores();
        before
    }

    fn unplay(&mut self, _: ChildIndex, before: Self) {
        *self = before;
    }

    /// Always `None`: the tree is infinite.
    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn key(&self) -> u64 {
        self.node_seed ^ u64::from(self.ply)
    }

    fn to_text(&self) -> String {
        self.to_string()
    }

    /// Parses a root; other nodes cannot be parsed.
    fn parse(text: &str) -> Result<Self, ParseSyntheticTreeError> {
        text.parse()
    }

    fn move_to_text(&self, ChildIndex(index): ChildIndex) -> String {
        (u32::from(index) + 1).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<ChildIndex, ParseSyntheticTreeError> {
        let branching_factor = self.shape.branching_factor;
        match text.parse::<u8>() {
            Ok(number) if (1..=branching_factor).contains(&number) => Ok(ChildIndex(number - 1)),
            _ => Err(ParseSyntheticTreeError::InvalidMove {
                text: text.to_owned(),
                branching_factor,
            }),
        }
    }
}

impl FromStr for SyntheticTree {
    type Err = ParseSyntheticTreeError;

    fn from_str(text: &str) -> Result<Self, ParseSyntheticTreeError> {
        let invalid = || ParseSyntheticTreeError::InvalidFormat(text.to_owned());
        let parts: Vec<&str> = text.trim().split(':').collect();
        let [branching_factor, similarity_percent, node_scores, seed] = parts[..] else {
            return Err(invalid());
        };
        let shape = TreeShape {
            branching_factor: branching_factor.parse().map_err(|_| invalid())?,
            similarity_percent: similarity_percent.parse().map_err(|_| invalid())?,
            node_scores: match node_scores {
                "fine" => NodeScores::Hundredths,
                max => NodeScores::Integers(max.parse().map_err(|_| invalid())?),
            },
        };
        let has_valid_scores =
            !matches!(shape.node_scores, NodeScores::Integers(max) if max > MAX_NODE_SCORE);
        if !(1..=MAX_BRANCHING_FACTOR).contains(&shape.branching_factor)
            || shape.similarity_percent > 100
            || !has_valid_scores
        {
            return Err(ParseSyntheticTreeError::OutOfRange(text.to_owned()));
        }
        Ok(Self::new(shape, seed.parse().map_err(|_| invalid())?))
    }
}

/// A root in the format that is parsed; other nodes with ply and node seed, which are not parsed.
impl fmt::Display for SyntheticTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TreeShape {
            branching_factor,
            similarity_percent,
            node_scores,
        } = self.shape;
        write!(f, "{branching_factor}:{similarity_percent}:")?;
        match node_scores {
            NodeScores::Integers(max) => write!(f, "{max}")?,
            NodeScores::Hundredths => f.write_str("fine")?,
        }
        write!(f, ":{}", self.seed)?;
        if self.ply > 0 {
            write!(f, " ply {} state {:016x}", self.ply, self.node_seed)?;
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
        branching_factor: 3,
        similarity_percent: 50,
        node_scores: NodeScores::Integers(9),
    };

    #[test]
    fn keys_are_unique_and_unplay_restores() {
        fn walk(position: &mut SyntheticTree, depth: u32, seen: &mut HashSet<u64>) {
            assert!(
                seen.insert(position.key()),
                "two nodes have the key of {position}"
            );
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

    #[test]
    fn integer_scores_are_uniform() {
        let mut counts = [0_u32; 10];
        for seed in 0..3_000 {
            let root = SyntheticTree::new(SHAPE, seed);
            for mv in root.moves() {
                let mut child = root;
                child.play(mv);
                let score = child.own_score() - root.own_score();
                assert_eq!(score % 100, 0);
                counts[score as usize / 100] += 1;
                assert_eq!(
                    child.opponent_score() * 2,
                    child.own_sum as i32 + child.opponent_sum as i32
                );
            }
        }
        // Five standard deviations of a binomial count of 9,000 draws at 1/10.
        assert!(
            counts.iter().all(|&count| count.abs_diff(900) < 143),
            "{counts:?}"
        );
    }

    #[test]
    fn full_similarity_gives_equal_scores() {
        let shape = TreeShape {
            similarity_percent: 100,
            ..SHAPE
        };
        let mut position = SyntheticTree::new(shape, 5);
        for _ in 0..6 {
            position.play(ChildIndex(1));
            assert_eq!(position.own_score(), position.opponent_score());
        }
    }

    #[test]
    fn text_round_trips_and_errors_are_specific() {
        for text in ["4:50:9:1", "2:0:fine:77"] {
            let tree = SyntheticTree::parse(text).unwrap();
            assert_eq!(tree.to_text(), text);
            assert_eq!(tree.parse_move("2"), Ok(ChildIndex(1)));
            assert_eq!(tree.move_to_text(ChildIndex(1)), "2");
        }
        let tree = SyntheticTree::parse("4:50:9:1").unwrap();
        assert_eq!(
            tree.parse_move("5").unwrap_err().to_string(),
            "invalid move \"5\": expected 1 to 4"
        );
        for text in ["4:50:9", "x:50:9:1", "4:50:nine:1"] {
            assert_eq!(
                SyntheticTree::parse(text),
                Err(ParseSyntheticTreeError::InvalidFormat(text.to_owned()))
            );
        }
        for text in ["0:50:9:1", "4:101:9:1", "4:50:21:1"] {
            let error = ParseSyntheticTreeError::OutOfRange(text.to_owned());
            assert_eq!(SyntheticTree::parse(text), Err(error));
        }
    }
}
