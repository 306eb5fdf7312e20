//! The search for a long way to fill a space.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::count::MoveCount;
use super::space::Space;
use crate::moves::Move;

/// The allowance of steps is used up before the answer was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OutOfSteps;

/// Searches spaces; stops at a fixed number of steps, so that it answers alike on every machine.
pub(crate) struct Filler {
    /// How many moves may still be tried.
    steps_left: u32,
    /// Spaces that need more waste than this.
    failed: HashMap<Space, u32>,
    /// The moves on the way to what is being searched.
    plan: Vec<Move>,
}

impl Filler {
    pub fn new(steps: u32) -> Self {
        Self {
            steps_left: steps,
            failed: HashMap::new(),
            plan: Vec::new(),
        }
    }

    /// Whether all squares but `waste` can be used up; all must be within reach. If so, and only then,
    /// `plan` holds the moves: as many as there are squares, less the waste.
    pub fn fills(&mut self, space: Space, waste: u32) -> Result<bool, OutOfSteps> {
        self.plan.clear();
        self.fills_parts(space, waste)
    }

    /// Gives each part as little waste as it needs, and the last one what is left.
    fn fills_parts(&mut self, space: Space, mut waste: u32) -> Result<bool, OutOfSteps> {
        if space.empty.len() <= waste {
            return Ok(true);
        }
        let mut parts = space.parts().peekable();
        while let Some(part) = parts.next() {
            if parts.peek().is_none() {
                return self.fills_part(part, waste);
            }
            match self.least_waste(part, waste)? {
                Some(needed) => waste -= needed,
                None => return Ok(false),
            }
        }
        Ok(true)
    }

    /// The least waste that a part can be filled with, if it is not above `most`.
    fn least_waste(&mut self, part: Space, most: u32) -> Result<Option<u32>, OutOfSteps> {
        for waste in 0..=most {
            if self.fills_part(part, waste)? {
                return Ok(Some(waste));
            }
        }
        Ok(None)
    }

    fn fills_part(&mut self, part: Space, waste: u32) -> Result<bool, OutOfSteps> {
        if part.empty.len() <= waste {
            return Ok(true);
        }
        if self
            .failed
            .get(&part)
            .is_some_and(|&failed| failed >= waste)
        {
            return Ok(false);
        }
        // Steps are not listed first: the first move that is tried nearly always does.
        for arrows in part.by_openness() {
            let found = part.visit_steps(|from, to, allowed| {
                for arrow in allowed & arrows {
                    match self.fills_after(part, waste, Move { from, to, arrow }) {
                        Ok(false) => {}
                        found => return ControlFlow::Break(found),
                    }
                }
                ControlFlow::Continue(())
            });
            if let ControlFlow::Break(found) = found {
                return found;
            }
        }
        self.failed.insert(part, waste);
        Ok(false)
    }

    fn fills_after(&mut self, part: Space, waste: u32, mv: Move) -> Result<bool, OutOfSteps> {
        self.steps_left = self.steps_left.checked_sub(1).ok_or(OutOfSteps)?;
        let next = part.after(mv).within_reach();
        let lost = part.empty.len() - 1 - next.empty.len();
        if lost > waste {
            return Ok(false);
        }
        let length = self.plan.len();
        self.plan.push(mv);
        let fills = self.fills_parts(next, waste - lost)?;
        if !fills {
            self.plan.truncate(length);
        }
        Ok(fills)
    }
}

/// The longest way to fill a space that was found.
pub(crate) struct Longest {
    /// Its moves.
    pub plan: Vec<Move>,
    /// No way has more moves than this.
    pub most: u32,
}

impl Longest {
    /// Searches a space, all of it within reach; at most `steps` for each number of moves. A way of one
    /// move is always found, so something is.
    pub fn of(space: Space, steps: u32) -> Self {
        let mut filler = Filler::new(steps);
        let squares = space.empty.len();
        let mut most = squares;
        let mut is_exact = true;
        for waste in 0..squares {
            filler.steps_left = steps;
            match filler.fills(space, waste) {
                Ok(true) => break,
                Ok(false) if is_exact => most -= 1,
                Ok(false) => {}
                Err(OutOfSteps) => is_exact = false,
            }
        }
        let plan = filler.plan;
        Self { plan, most }
    }

    /// How many moves it is known to have.
    pub fn count(&self) -> MoveCount {
        MoveCount {
            least: u32::try_from(self.plan.len()).unwrap_or(self.most),
            most: self.most,
        }
    }
}
