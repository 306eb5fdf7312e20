//! How a level thinks about a move.

use amazons::Position;
use search::Signal;

use super::choice;
use super::strength::{Mind, Weakness};
use crate::analysis::{Answer, Event, Info};
use crate::endings::{self, Endings};
use crate::limits::Limits;
use crate::random_numbers::RandomNumbers;
use crate::thinking::{Means, Resources, Thinker};

/// One thread, so that a seed repeats a game; and more memory than any level's tree needs.
const RESOURCES: Resources = Resources {
    threads: 1,
    mebibytes: 64,
};

/// Somebody below full strength.
pub(crate) struct Player {
    pub(crate) weakness: &'static Weakness,
    pub(crate) means: Means,
}

impl Player {
    /// Thinks within the limits and its own, and draws a move. The last report is of the line that
    /// begins with it.
    pub(crate) fn think(
        self,
        position: &Position,
        limits: &Limits,
        signal: &Signal,
        numbers: &mut RandomNumbers,
        listener: &mut impl FnMut(Event),
    ) -> Answer {
        let lines = self.lines(position, limits, signal, listener);
        let Some(chosen) = choice::draw(&lines, self.weakness, numbers) else {
            return Answer {
                best_move: None,
                expected_reply: None,
            };
        };
        if chosen.rank != 1 {
            listener(Event::Info(Info {
                rank: 1,
                ..chosen.clone()
            }));
        }
        Answer {
            best_move: chosen.line.first().copied(),
            expected_reply: chosen.line.get(1).copied(),
        }
    }

    /// The lines to choose among, the search's favourite first. The listener hears of the favourite only.
    fn lines(
        &self,
        position: &Position,
        limits: &Limits,
        signal: &Signal,
        listener: &mut impl FnMut(Event),
    ) -> Vec<Info> {
        let most = self.weakness.nodes;
        let limits = Limits {
            nodes: Some(limits.nodes.map_or(most, |nodes| nodes.min(most))),
            ..limits.clone()
        };
        let mut lines: Vec<Info> = Vec::new();
        let mut note = |event| {
            let Event::Info(info) = event else { return };
            // The search reports all its lines at once, again and again.
            if info.rank == 1 {
                lines.clear();
                listener(Event::Info(info.clone()));
            }
            lines.push(info);
        };
        let choices = self.weakness.choices;
        self.thinker()
            .think(position, &limits, choices, signal, &mut note);
        lines
    }

    /// A new one for every move: making it is next to no work, and it remembers nothing of earlier
    /// moves, which would make it stronger.
    fn thinker(&self) -> Thinker {
        let mut means = Means {
            resources: RESOURCES,
            ..self.means.clone()
        };
        // People do not know endings by heart.
        means.knowledge.endings = endings::Choice::Chosen(Endings::NONE);
        match self.weakness.mind {
            Mind::HandMade => Thinker::monte_carlo(&means),
            Mind::Network => Thinker::network(&means),
        }
    }
}
