//! What each move leads to: which of them keep a win.

use std::collections::HashMap;
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

    /// The moves in one of the parts.
    pub(super) fn choices_in(
        &mut self,
        parts: &[Part],
        place: usize,
        side: Color,
        choices: &mut Vec<Choice>,
    ) -> Result<(), TableError> {
        let others = || {
            parts
                .iter()
                .enumerate()
                .filter(|&(other, _)| other != place)
        };
        let rest = self.tally(others().map(|(_, part)| part.worth));
        // Many moves leave the same, and even more the same worth.
        let mut seen: HashMap<(SquareSet, SquareSet), (Option<Value>, Option<Lead>)> =
            HashMap::new();
        let mut leads: HashMap<Tally, Option<Lead>> = HashMap::new();
        for (mv, squares, own) in moves(area_for(&parts[place], side)) {
            if let Some(&(left, lead)) = seen.get(&(squares, own)) {
                choices.push(Choice {
                    part: place,
                    mv,
                    left,
                    lead,
                });
                continue;
            }
            let opponents = parts[place].region.amazons(!side);
            let pieces = match side {
                Color::Black => Area::parts(squares, own, opponents).collect::<Vec<Area>>(),
                Color::White => Area::parts(squares, opponents, own).collect(),
            };
            let mut sum = rest.clone();
            let mut left = Some(Value::ZERO);
            for piece in pieces {
                let worth = self.worth(piece)?;
                let games = self.values.games();
                left = match (left, worth.exactly()) {
                    (Some(left), Some(value)) => Some(games.sum(left, value)),
                    _ => None,
                };
                sum.add(games.forms(), worth);
            }
            sum.tidy();
            let lead = match leads.get(&sum) {
                Some(&known) => known,
                None => {
                    let lead = self.lead_of(&sum, !side);
                    leads.insert(sum, lead);
                    lead
                }
            };
            seen.insert((squares, own), (left, lead));
            choices.push(Choice {
                part: place,
                mv,
                left,
                lead,
            });
        }
        Ok(())
    }
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
