//! The engine as its users see it.

use std::io;

use amazons::Position;

use crate::analysis::{Answer, Event};
use crate::control::Control;
use crate::limits::Limits;
use crate::options::{EngineOption, OptionError, OptionKind};
use crate::random_numbers::RandomNumbers;
use crate::random_player;
use crate::search::Search;

const SEED: EngineOption = EngineOption {
    name: "Seed",
    kind: OptionKind::Number {
        default: 0,
        min: 0,
        max: u32::MAX as u64,
    },
    description: "Makes random choices repeatable; 0 takes other ones every time",
};

const MULTI_PV: EngineOption = EngineOption {
    name: "MultiPV",
    kind: OptionKind::Number {
        default: 1,
        min: 1,
        max: 500,
    },
    description: "The number of lines to report",
};

/// A player and analyst of Amazons. See the [crate's page](crate) for how it is used.
#[derive(Clone, Debug)]
pub struct Engine {
    seed: u64,
    lines: usize,
    numbers: RandomNumbers,
}

impl Engine {
    /// Everything that [`set_option`](Self::set_option) takes.
    pub const OPTIONS: &'static [EngineOption] = &[SEED, MULTI_PV];

    /// An engine with all options at their defaults.
    #[must_use]
    pub fn new() -> Self {
        Self {
            seed: 0,
            lines: 1,
            numbers: RandomNumbers::from_time(),
        }
    }

    /// Sets an option from text.
    ///
    /// # Errors
    /// If there is no such option or it cannot be that; nothing has changed then.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if SEED.is_named(name) {
            self.seed = SEED.number(value)?;
            self.new_game();
        } else if MULTI_PV.is_named(name) {
            self.lines = MULTI_PV.number(value)? as usize;
        } else {
            return Err(OptionError::Unknown(name.to_owned()));
        }
        Ok(())
    }

    /// Forgets what was learned from the positions so far: the next one belongs to another game.
    /// With a [seed](Self::OPTIONS), the same game would go the same way again.
    pub fn new_game(&mut self) {
        self.numbers = match self.seed {
            0 => RandomNumbers::from_time(),
            seed => RandomNumbers::from_seed(seed),
        };
    }

    /// Starts a search in a thread of its own. The listener is called from that thread, with the
    /// [answer](Event::Answer) as the last event.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn start(
        &mut self,
        position: &Position,
        limits: Limits,
        listener: impl FnMut(Event) + Send + 'static,
    ) -> io::Result<Search> {
        let position = *position;
        let lines = self.lines;
        let mut numbers = self.numbers.split();
        Search::start(Control::new(&limits), listener, move |listener| {
            random_player::think(&position, &limits, lines, &mut numbers, listener)
        })
    }

    /// Searches and waits for the answer: for callers with nothing else to do. Limits that wait
    /// for somebody to stop the search are taken off.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn answer(&mut self, position: &Position, limits: Limits) -> io::Result<Answer> {
        let limits = Limits {
            infinite: false,
            ponder: false,
            ..limits
        };
        Ok(self.start(position, limits, |_| {})?.wait())
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}
