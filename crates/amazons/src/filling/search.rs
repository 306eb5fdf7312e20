//! Depth-first search for a line of moves that fills a region.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::fill_region::FillRegion;
use crate::moves::Move;

/// The step limit was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StepLimitReached;

type FillResult<T> = Result<T, StepLimitReached>;

/// Searches regions within a fixed number of steps, so that results do not depend on the machine.
pub(crate) struct FillSearch {
    /// Number of moves that may still be tried.
    steps_left: u32,
    /// Regions that cannot be filled with this many defects.
    refuted: HashMap<FillRegion, u32>,
    /// The moves that lead to the current region.
    line: Vec<Move>,
}

impl FillSearch {
    pub fn new(max_steps: u32) -> Self {
        Self {
            steps_left: max_steps,
            refuted: HashMap::new(),
            line: Vec::new(),
        }
    }

    /// Allows `max_steps` further steps; keeps what is refuted.
    pub fn reset_steps(&mut self, max_steps: u32) {
        self.steps_left = max_steps;
    }

    /// The line of the last [`can_fill`](Self::can_fill), complete if that returned `Ok(true)`.
    pub fn into_line(self) -> Vec<Move> {
        self.line
    }

    /// Whether all squares but `defects` can be used up; all squares must be reachable. If so, the
    /// line has as many moves as there are squares, minus the defects.
    pub fn can_fill(&mut self, region: FillRegion, defects: u32) -> FillResult<bool> {
        self.line.clear();
        self.can_fill_components(region, defects)
    }

    /// Allows each component its minimum of defects, and the last one the rest.
    fn can_fill_components(&mut self, region: FillRegion, mut defects: u32) -> FillResult<bool> {
        if region.empty.len() <= defects {
            return Ok(true);
        }
        let mut components = region.components().peekable();
        while let Some(component) = components.next() {
            if components.peek().is_none() {
                return self.can_fill_component(component, defects);
            }
            match self.min_defects(component, defects)? {
                Some(needed) => defects -= needed,
                None => return Ok(false),
            }
        }
        Ok(true)
    }

    /// The minimum number of defects of a component; `None` if it exceeds `max`.
    fn min_defects(&mut self, component: FillRegion, max: u32) -> FillResult<Option<u32>> {
        for defects in 0..=max {
            if self.can_fill_component(component, defects)? {
                return Ok(Some(defects));
            }
        }
        Ok(None)
    }

    fn can_fill_component(&mut self, component: FillRegion, defects: u32) -> FillResult<bool> {
        if component.empty.len() <= defects {
            return Ok(true);
        }
        let refuted = self.refuted.get(&component);
        if refuted.is_some_and(|&refuted| refuted >= defects) {
            return Ok(false);
        }
        // Steps are generated lazily: the first move nearly always succeeds.
        for arrows in component.by_neighbor_count() {
            let found = component.visit_steps(|from, to, allowed| {
                for arrow in allowed & arrows {
                    match self.can_fill_after(component, defects, Move { from, to, arrow }) {
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
        self.refuted.insert(component, defects);
        Ok(false)
    }

    fn can_fill_after(
        &mut self,
        component: FillRegion,
        defects: u32,
        mv: Move,
    ) -> FillResult<bool> {
        self.steps_left = self.steps_left.checked_sub(1).ok_or(StepLimitReached)?;
        let next = component.after(mv).reachable_part();
        let lost = component.empty.len() - 1 - next.empty.len();
        if lost > defects {
            return Ok(false);
        }
        let length = self.line.len();
        self.line.push(mv);
        let can_fill = self.can_fill_components(next, defects - lost)?;
        if !can_fill {
            self.line.truncate(length);
        }
        Ok(can_fill)
    }
}
