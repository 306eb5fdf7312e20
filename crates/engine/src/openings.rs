//! Moves of openings that a book knows, so that nothing has to be searched.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use amazons::{Move, Position};
use book::{CompactBook, FoundMove, is_worth_playing};
use search::Value;

use crate::analysis::{Answer, Event, Info, Opening, Score};
use crate::random_numbers::RandomNumbers;

/// Moves that may be played for variety are at most so much worse than the best, in thousandths of a logit: some three
/// points of a hundred in an even game.
const VARIETY: i32 = 120;

/// A move so much worse than another is drawn e times as seldom.
const VARIETY_TEMPERATURE: f64 = 60.0;

/// No line of a book is shown farther than this.
const LONGEST_LINE: usize = 12;

/// Which book is used, as a user chooses it.
#[derive(Clone, Debug, Default)]
pub(crate) enum Choice {
    /// The one that ships.
    #[default]
    BuiltIn,
    Nothing,
    Chosen(Arc<CompactBook>),
}

impl Choice {
    /// The error is a sentence.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        Ok(match text {
            "" | "built-in" => Self::BuiltIn,
            "none" => Self::Nothing,
            file => {
                let book = CompactBook::load(Path::new(file));
                Self::Chosen(Arc::new(book.map_err(|error| format!("{file}: {error}"))?))
            }
        })
    }

    fn book(&self) -> Option<&CompactBook> {
        match self {
            Self::BuiltIn => Some(CompactBook::embedded()),
            Self::Nothing => None,
            Self::Chosen(book) => Some(book),
        }
    }
}

/// The engine's use of a book in a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Openings {
    pub(crate) choice: Choice,
    /// Whether good moves other than the best are played too.
    pub(crate) is_varied: bool,
    /// Whether the last move of this game was from the book.
    pub(crate) was_in_book: bool,
}

/// What a book advises.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Advice {
    pub(crate) line: Vec<Move>,
    value: Value,
}

impl Openings {
    /// The move to play and what may come after it, if the book knows enough. Only moves to positions that were searched themselves are played: what
    /// looks good from one move before can hide a loss.
    pub(crate) fn advice(
        &self,
        position: &Position,
        numbers: &mut RandomNumbers,
    ) -> Option<Advice> {
        let book = self.choice.book()?;
        let moves = candidates(book, position);
        let first = if self.is_varied {
            draw(&moves, numbers)
        } else {
            moves.first().copied()
        }?;
        let mut line = vec![first.mv];
        let mut next = position.after(first.mv).ok()?;
        while line.len() < LONGEST_LINE
            && let Some(best) = candidates(book, &next).first()
        {
            line.push(best.mv);
            next = next.after(best.mv).ok()?;
        }
        Some(Advice {
            line,
            value: first.value,
        })
    }
}

/// The moves that may be played, the best first.
fn candidates(book: &CompactBook, position: &Position) -> Vec<FoundMove> {
    let Some(found) = book.find(position) else {
        return Vec::new();
    };
    let best = found.value;
    let mut moves = found.moves;
    moves.retain(|found| found.is_searched && is_worth_playing(found.value, best));
    moves
}

/// One of the moves that are hardly worse than the best, the better the likelier.
fn draw(candidates: &[FoundMove], numbers: &mut RandomNumbers) -> Option<FoundMove> {
    let best = candidates.first()?.value.thousandths();
    let loss = |found: &FoundMove| best - found.value.thousandths();
    let near: Vec<&FoundMove> = candidates
        .iter()
        .filter(|found| loss(found) <= VARIETY)
        .collect();
    let weight = |found: &FoundMove| (-f64::from(loss(found)) / VARIETY_TEMPERATURE).exp();
    let sum: f64 = near.iter().map(|found| weight(found)).sum();
    let mut place = sum * (numbers.next_bits() >> 11) as f64 / (1_u64 << 53) as f64;
    let drawn = near.iter().find(|found| {
        place -= weight(found);
        place < 0.0
    });
    drawn.or(near.last()).map(|found| **found)
}

impl Advice {
    /// Tells the listener, and answers.
    pub(crate) fn answer(self, listener: &mut impl FnMut(Event)) -> Answer {
        listener(Event::Opening(Opening::InBook));
        let answer = Answer {
            best_move: self.line.first().copied(),
            expected_reply: self.line.get(1).copied(),
        };
        let score = match self.value.plies() {
            None => Score::Estimate(self.value.thousandths()),
            Some(plies) if self.value.is_win() => Score::Win { plies },
            Some(plies) => Score::Loss { plies },
        };
        listener(Event::Info(Info {
            depth: self.line.len() as u32,
            rank: 1,
            score: Some(score),
            nodes: 0,
            time: Duration::ZERO,
            line: self.line,
            visits: None,
        }));
        answer
    }
}
