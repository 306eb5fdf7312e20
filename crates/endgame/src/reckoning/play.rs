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

impl Reckoner<'_> {
    /// The best moves of both players until one of them has none left. The winner keeps as much of the lead as there is, and the loser
    /// makes it as small as possible; of equal moves, those in the hottest region come first. The watcher is asked before each move whether to
    /// go on. The second answer says whether the game is over after the last move: it is not if the watcher has ended it, or a region is not
    /// known exactly.
    ///
    /// # Errors
    /// If the table is damaged.
    pub fn best_play(
        &mut self,
        boards: &[Position],
        first: Color,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<(Vec<Played>, bool), TableError> {
        let mut boards = boards.to_vec();
        let mut side = first;
        let mut line = Vec::new();
        while goes_on() {
            let parts = self.parts(&boards)?;
            let Some(played) = self.best_move(&parts, side)? else {
                let can_move = |part: &Part| {
                    part.region
                        .amazons(side)
                        .neighbours()
                        .meets(part.region.empty_squares())
                };
                return Ok((line, !parts.iter().any(can_move)));
            };
            let board = &mut boards[played.board];
            *board = board.with_to_move(side);
            board.play(played.mv);
            line.push(played);
            side = !side;
        }
        Ok((line, false))
    }

    /// The best of a player's moves, by its place in the list of [`choices`](Self::choices): the first of those that keep most of the
    /// lead, the hottest first; `None` if there is none or not all is known.
    pub fn best_choice(
        &mut self,
        parts: &[Part],
        side: Color,
        choices: &[Choice],
    ) -> Option<usize> {
        let mut temperatures = Vec::with_capacity(parts.len());
        for part in parts {
            temperatures.push(self.temperature(part.worth.exactly()?));
        }
        let mut best: Option<((i64, bool, Number), usize)> = None;
        for (place, choice) in choices.iter().enumerate() {
            let is_shared = parts[choice.part].region.is_contested();
            let worth = choice.lead?.worth_to(side);
            let rank = (worth, is_shared, temperatures[choice.part]);
            if best.is_none_or(|(highest, _)| highest < rank) {
                best = Some((rank, place));
            }
        }
        best.map(|(_, place)| place)
    }

    /// The best move of a player; `None` if there is none or it is not known.
    fn best_move(&mut self, parts: &[Part], side: Color) -> Result<Option<Played>, TableError> {
        if parts.iter().any(|part| part.worth.exactly().is_none()) {
            return Ok(None);
        }
        let choices = self.choices(parts, side)?;
        let best = self.best_choice(parts, side, &choices);
        let Some(best) = best.map(|place| &choices[place]) else {
            return Ok(None);
        };
        let Some(lead) = best.lead else {
            return Ok(None);
        };
        let part = &parts[best.part];
        Ok(Some(Played {
            side,
            board: part.board,
            mv: best.mv,
            before: part.worth.exactly(),
            after: best.left,
            lead,
            reason: self.reason(parts, side, &choices, best),
        }))
    }

    fn reason(&mut self, parts: &[Part], side: Color, choices: &[Choice], best: &Choice) -> Reason {
        let wins = |choice: &&Choice| choice.wins_for(side);
        let is_only = choices.len() > 1 && choices.iter().filter(wins).count() == 1;
        if is_only && best.wins_for(side) {
            return Reason::OnlyWin;
        }
        let part = &parts[best.part];
        if !part.region.is_contested() {
            return Reason::Fills;
        }
        let mut temperature_of = |part: &Part| {
            let value = part.worth.exactly();
            value.map_or(Number::ZERO, |value| self.temperature(value))
        };
        let temperature = temperature_of(part);
        if temperature < Number::ZERO {
            return Reason::LeastCost;
        }
        let hottest = parts.iter().map(&mut temperature_of).max();
        match hottest {
            Some(hottest) if hottest > temperature => Reason::Cooler {
                temperature,
                hottest,
            },
            _ => Reason::Hottest(temperature),
        }
    }
}
