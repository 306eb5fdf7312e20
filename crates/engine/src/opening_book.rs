//! Chooses moves from an opening book.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use amazons::Position;
use book::{BookEntryMove, CompactBook, is_playable};
use game::SplitMix64;
use search::Score;

use crate::SearchInfo;

/// Maximum loss of a sampled move against the best one, in millilogits: about 3 % win probability
/// in an even game.
const MAX_VARIETY_LOSS: i32 = 120;

/// Softmax temperature for sampling book moves, in millilogits.
const VARIETY_TEMPERATURE: f64 = 60.0;

/// Maximum length of a reported book line, in plies.
const MAX_PV_LENGTH: usize = 12;

/// Value of option `Book`.
#[derive(Clone, Debug, Default)]
pub(crate) enum BookSource {
    #[default]
    Embedded,
    None,
    File(Arc<CompactBook>),
}

impl BookSource {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        Ok(match text {
            "" | "built-in" => Self::Embedded,
            "none" => Self::None,
            file => {
                let book = CompactBook::load(Path::new(file));
                Self::File(Arc::new(book.map_err(|error| format!("{file}: {error}"))?))
            }
        })
    }

    fn book(&self) -> Option<&CompactBook> {
        match self {
            Self::Embedded => Some(CompactBook::embedded()),
            Self::None => None,
            Self::File(book) => Some(book),
        }
    }
}

/// The opening book, how moves are chosen from it, and whether the game is still in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpeningBook {
    pub(crate) source: BookSource,
    /// Whether the move is sampled from the good ones; otherwise it is the best.
    pub(crate) is_varied: bool,
    /// Whether the last move of this game was a book move.
    pub(crate) was_in_book: bool,
}

impl OpeningBook {
    /// The book move to play and its continuation. Only moves to positions that were searched
    /// themselves are played, since the search of the parent can overlook a loss.
    pub(crate) fn probe(&self, position: &Position, rng: &mut SplitMix64) -> Option<SearchInfo> {
        let book = self.source.book()?;
        let moves = playable_moves(book, position);
        let first = if self.is_varied {
            let values: Vec<i32> = moves.iter().map(|mv| mv.value.millilogits()).collect();
            moves.get(sample_near_first(&values, VARIETY_TEMPERATURE, rng)?)
        } else {
            moves.first()
        }?;
        let mut pv = vec![first.mv];
        let mut next = position.after(first.mv).ok()?;
        while pv.len() < MAX_PV_LENGTH
            && let Some(best) = playable_moves(book, &next).first()
        {
            pv.push(best.mv);
            next = next.after(best.mv).ok()?;
        }
        Some(SearchInfo {
            depth: pv.len() as u32,
            multipv: 1,
            score: Some(Score::from(first.value)),
            nodes: 0,
            time: Duration::ZERO,
            pv,
            visits: None,
        })
    }
}

/// The book moves that may be played, best first.
fn playable_moves(book: &CompactBook, position: &Position) -> Vec<BookEntryMove> {
    let Some(entry) = book.probe(position) else {
        return Vec::new();
    };
    let best = entry.value;
    let mut moves = entry.moves;
    moves.retain(|mv| mv.is_expanded && is_playable(mv.value, best));
    moves
}

/// Samples the index of a value by a softmax, among those within [`MAX_VARIETY_LOSS`] of the first.
/// Values and temperature are in millilogits.
pub(crate) fn sample_near_first(
    values: &[i32],
    temperature: f64,
    rng: &mut SplitMix64,
) -> Option<usize> {
    let weight = |value: &i32| {
        // A search can rank a move lower in spite of a higher value, if it was searched less.
        let loss = (values[0] - value).max(0);
        let weight = (-f64::from(loss) / temperature).exp();
        if loss <= MAX_VARIETY_LOSS {
            weight
        } else {
            0.0
        }
    };
    let weights: Vec<f64> = values.iter().map(weight).collect();
    let sampled = rng.weighted_index(&weights);
    // Rounding can leave the draw past the last weight.
    sampled.or_else(|| weights.iter().rposition(|&weight| weight > 0.0))
}
