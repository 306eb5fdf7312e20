//! Moves from an opening book.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use amazons::{Move, Position};
use book::{BookEntryMove, CompactBook, is_playable};
use game::SplitMix64;
use search::{Score, Value};

use crate::events::{BestMove, BookStatus, Event, SearchInfo};

/// Maximum loss of a varied book move against the best one, in millilogits: about 3 % win
/// probability in an even game.
const MAX_VARIETY_LOSS: i32 = 120;

/// Softmax temperature of varied book moves, in millilogits.
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

/// The opening book and its use in the current game.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpeningBook {
    pub(crate) source: BookSource,
    /// Whether good moves other than the best are played too.
    pub(crate) is_varied: bool,
    /// Whether the last move of this game was a book move.
    pub(crate) was_in_book: bool,
}

/// A book move with its expected continuation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BookLine {
    pub(crate) pv: Vec<Move>,
    value: Value,
}

impl OpeningBook {
    /// The book move to play and its continuation. Only moves whose resulting position is expanded
    /// are played, since a value from one ply earlier can hide a loss.
    pub(crate) fn probe(&self, position: &Position, rng: &mut SplitMix64) -> Option<BookLine> {
        let book = self.source.book()?;
        let moves = playable_moves(book, position);
        let first = if self.is_varied {
            sample_move(&moves, rng)
        } else {
            moves.first().copied()
        }?;
        let mut pv = vec![first.mv];
        let mut next = position.after(first.mv).ok()?;
        while pv.len() < MAX_PV_LENGTH
            && let Some(best) = playable_moves(book, &next).first()
        {
            pv.push(best.mv);
            next = next.after(best.mv).ok()?;
        }
        Some(BookLine {
            pv,
            value: first.value,
        })
    }
}

/// The book moves that may be played, best first.
fn playable_moves(book: &CompactBook, position: &Position) -> Vec<BookEntryMove> {
    let Some(found) = book.probe(position) else {
        return Vec::new();
    };
    let best = found.value;
    let mut moves = found.moves;
    moves.retain(|found| found.is_expanded && is_playable(found.value, best));
    moves
}

/// Samples among the moves within [`MAX_VARIETY_LOSS`] of the best.
fn sample_move(moves: &[BookEntryMove], rng: &mut SplitMix64) -> Option<BookEntryMove> {
    let best = moves.first()?.value.millilogits();
    let loss = |found: &BookEntryMove| best - found.value.millilogits();
    let good: Vec<&BookEntryMove> = moves
        .iter()
        .filter(|found| loss(found) <= MAX_VARIETY_LOSS)
        .collect();
    let weight = |found: &BookEntryMove| (-f64::from(loss(found)) / VARIETY_TEMPERATURE).exp();
    let weights: Vec<f64> = good.iter().map(|found| weight(found)).collect();
    let sampled = rng.weighted_index(&weights).map(|index| good[index]);
    sampled.or(good.last().copied()).copied()
}

impl BookLine {
    /// Reports the line and returns its first move.
    pub(crate) fn report(self, listener: &mut impl FnMut(Event)) -> BestMove {
        listener(Event::Book(BookStatus::InBook));
        let best_move = BestMove::from_pv(&self.pv);
        listener(Event::Info(SearchInfo {
            depth: self.pv.len() as u32,
            multipv: 1,
            score: Some(Score::from(self.value)),
            nodes: 0,
            time: Duration::ZERO,
            pv: self.pv,
            visits: None,
        }));
        best_move
    }
}
