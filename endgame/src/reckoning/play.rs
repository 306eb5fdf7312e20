//! Best play of boards side by side, to the end.

use amazons::{Color, Game, Move, Position};
use combinatorial::{Number, Value};

use super::choices::Choice;
use super::lead::Lead;
use super::{Part, Reckoner};
use crate::error::TableError;

/// A move of the best play, and why it is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Whose move it is.
    pub side: Color,
    /// On which board, from 0.
    pub board: usize,
    /// The move.
    pub mv: Move,
    /// What the region was worth before, if it is known.
    pub before: Option<Value>,
    /// And what is left of it.
    pub after: Option<Value>,
    /// Who wins and by how much, once the move is made.
    pub lead: Lead,
    /// Why it is made.
    pub reason: Reason,
}

/// Why a move is the best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Of all moves it is the only one that wins.
    OnlyWin,
    /// It is made in the region where the first move is worth most: so much.
    Hottest(Number),
    /// It is made in a cooler region, of that temperature, since all moves in the hottest one give something away.
    Cooler {
        /// The temperature of the region.
        temperature: Number,
        /// And that of the hottest one.
        hottest: Number,
    },
    /// Only numbers are left: every move costs its player something, and this one the least.
    LeastCost,
    /// It fills a region of the player's own.
    Fills,
}

/// A move that might be played, and how it compares.
struct Candidate {
    choice: Choice,
    temperature: Number,
}

impl Reckoner<'_> {
    /// The best moves of both players until one of them has none left. The winner keeps as much of the lead as there is, and the loser
    /// makes it as small as possible; of equal moves, those in the hottest region come first. Empty if not all regions are
    /// known exactly: what comes before is played all the same.
    ///
    /// # Errors
    /// If the table is damaged.
    pub fn best_play(
        &mut self,
        boards: &[Position],
        first: Color,
    ) -> Result<Vec<Played>, TableError> {
        let mut boards = boards.to_vec();
        let mut side = first;
        let mut line = Vec::new();
        loop {
            let parts = self.parts(&boards)?;
            let Some(played) = self.best_move(&parts, side)? else {
                return Ok(line);
            };
            let board = &mut boards[played.board];
            *board = board.with_to_move(side);
            board.play(played.mv);
            line.push(played);
            side = !side;
        }
    }

    /// The best move of a player; `None` if there is none or it is not known.
    fn best_move(&mut self, parts: &[Part], side: Color) -> Result<Option<Played>, TableError> {
        let mut candidates = Vec::new();
        for (place, part) in parts.iter().enumerate() {
            let Some(value) = part.worth.exactly() else {
                return Ok(None);
            };
            let temperature = self.temperature(value);
            let mut choices = Vec::new();
            self.choices_in(parts, place, side, &mut choices)?;
            candidates.extend(choices.into_iter().map(|choice| Candidate {
                choice,
                temperature,
            }));
        }
        let rank = |candidate: &Candidate| {
            let lead = candidate.choice.lead?;
            let is_own = parts[candidate.choice.part].region.owner().is_some();
            Some((lead.worth_to(side), !is_own, candidate.temperature))
        };
        // Of equals the first.
        let mut best: Option<&Candidate> = None;
        for candidate in &candidates {
            if best.is_none_or(|best| rank(best) < rank(candidate)) {
                best = Some(candidate);
            }
        }
        let Some(best) = best else { return Ok(None) };
        let Some(lead) = best.choice.lead else {
            return Ok(None);
        };
        let part = &parts[best.choice.part];
        Ok(Some(Played {
            side,
            board: part.board,
            mv: best.choice.mv,
            before: part.worth.exactly(),
            after: best.choice.left,
            lead,
            reason: self.reason(parts, side, &candidates, best),
        }))
    }

    fn reason(
        &mut self,
        parts: &[Part],
        side: Color,
        candidates: &[Candidate],
        best: &Candidate,
    ) -> Reason {
        let wins = |candidate: &&Candidate| candidate.choice.wins_for(side);
        let is_only = candidates.len() > 1 && candidates.iter().filter(wins).count() == 1;
        if is_only && best.choice.wins_for(side) {
            return Reason::OnlyWin;
        }
        if parts[best.choice.part].region.owner().is_some() {
            return Reason::Fills;
        }
        let temperature = best.temperature;
        if temperature < Number::ZERO {
            return Reason::LeastCost;
        }
        let hottest = self.hottest(parts).and_then(|place| {
            let value = parts[place].worth.exactly()?;
            Some(self.temperature(value))
        });
        match hottest {
            Some(hottest) if hottest > temperature => Reason::Cooler {
                temperature,
                hottest,
            },
            _ => Reason::Hottest(temperature),
        }
    }
}
