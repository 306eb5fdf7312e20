//! What each move leads to: which of them keep a win.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use amazons::{Color, Move, SquareSet};
use combinatorial::Value;

use super::lead::Lead;
use super::worth::Tally;
use super::{Part, Reckoner};
use crate::area::Area;
use crate::error::TableError;

/// A move that can be made, and what comes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// In which part, by its place in the list.
    pub part: usize,
    /// The move.
    pub mv: Move,
    /// What is left of the part, if that is known exactly.
    pub left: Option<Value>,
    /// Who wins then and by how much, if that is known.
    pub lead: Option<Lead>,
}

impl Choice {
    /// Whether that player is certain to win by it.
    #[must_use]
    pub fn wins_for(&self, side: Color) -> bool {
        self.lead.is_some_and(|lead| lead.winner == side)
    }
}

impl Reckoner<'_> {
    /// All moves of a player in parts side by side.
    ///
    /// # Errors
    /// If the table is damaged.
    pub fn choices(&mut self, parts: &[Part], side: Color) -> Result<Vec<Choice>, TableError> {
        let mut choices = Vec::new();
        for place in 0..parts.len() {
            self.choices_in(parts, place, side, &mut choices)?;
        }
        Ok(choices)
    }

    /// Whether a player has a winning move in one of the parts; `None` if bounds or limits leave it open.
    ///
    /// # Errors
    /// If the table is damaged.
    pub fn has_winning_move(
        &mut self,
        parts: &[Part],
        place: usize,
        side: Color,
    ) -> Result<Option<bool>, TableError> {
        let mut seen: HashSet<Tally> = HashSet::new();
        let mut is_open = false;
        for result in self.results(parts, place, side)? {
            if seen.contains(&result.sum) {
                continue;
            }
            match self.winner_of(&result.sum, !side) {
                Some(winner) if winner == side => return Ok(Some(true)),
                Some(_) => {}
                None => is_open = true,
            }
            seen.insert(result.sum);
        }
        Ok((!is_open).then_some(false))
    }

    /// The moves in one of the parts.
    fn choices_in(
        &mut self,
        parts: &[Part],
        place: usize,
        side: Color,
        choices: &mut Vec<Choice>,
    ) -> Result<(), TableError> {
        let mut leads: HashMap<Tally, Option<Lead>> = HashMap::new();
        for result in self.results(parts, place, side)? {
            let lead = match leads.get(&result.sum) {
                Some(&known) => known,
                None => {
                    let lead = self.lead_of(&result.sum, !side);
                    leads.insert(result.sum, lead);
                    lead
                }
            };
            choices.extend(result.moves.into_iter().map(|mv| Choice {
                part: place,
                mv,
                left: result.left,
                lead,
            }));
        }
        Ok(())
    }

    /// What a player's moves in one of the parts lead to.
    pub(super) fn results(
        &mut self,
        parts: &[Part],
        place: usize,
        side: Color,
    ) -> Result<Vec<Outcome>, TableError> {
        let others = parts
            .iter()
            .enumerate()
            .filter(|&(other, _)| other != place);
        let rest = self.tally(others.map(|(_, part)| part.worth));
        let opponents = parts[place].region.amazons(!side);
        let mut outcomes: Vec<Outcome> = Vec::new();
        // Many moves leave the same.
        let mut seen: HashMap<(SquareSet, SquareSet), usize> = HashMap::new();
        for (mv, squares, own) in moves(area_for(&parts[place], side)) {
            let known = *seen.entry((squares, own)).or_insert(outcomes.len());
            if known == outcomes.len() {
                let (black, white) = match side {
                    Color::Black => (own, opponents),
                    Color::White => (opponents, own),
                };
                let mut outcome = Outcome {
                    moves: Vec::new(),
                    left: Some(Value::ZERO),
                    sum: rest.clone(),
                };
                for piece in Area::parts(squares, black, white) {
                    let worth = self.worth(piece)?;
                    let games = self.values.games();
                    outcome.sum.add(games.forms(), worth);
                    outcome.left = match (outcome.left, worth.exactly()) {
                        (Some(left), Some(value)) => Some(games.sum(left, value)),
                        _ => None,
                    };
                }
                outcome.sum.tidy();
                outcomes.push(outcome);
            }
            outcomes[known].moves.push(mv);
        }
        Ok(outcomes)
    }
}

/// What some moves in a part lead to.
pub(super) struct Outcome {
    pub moves: Vec<Move>,
    /// What is left of the part.
    pub left: Option<Value>,
    /// That and all other parts.
    sum: Tally,
}

/// A part as that player sees it.
fn area_for(part: &Part, side: Color) -> Area {
    let area = Area::of(&part.region);
    match side {
        Color::Black => area,
        Color::White => area.swapped(),
    }
}

/// The player's moves, with the squares and own amazons that they leave.
fn moves(area: Area) -> Vec<(Move, SquareSet, SquareSet)> {
    let mut moves = Vec::new();
    let ControlFlow::Continue(()) = area.visit_moves(|mv, squares, own| {
        moves.push((mv, squares, own));
        ControlFlow::<std::convert::Infallible>::Continue(())
    });
    moves
}
