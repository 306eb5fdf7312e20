//! [`Engine`]: its options and searches.

use std::io;
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use amazons::{Move, Position};
use evaluation::TermWeights;
use game::SplitMix64;
use network::Kernel;
use search::SearchLimits;

use crate::endgames::EndgameSource;
use crate::engine_data::EngineData;
use crate::events::{BestMove, BookStatus, Event, report_line};
use crate::levels::{Level, LevelSearch};
use crate::noise::EvaluationNoise;
use crate::opening_book::{BookSource, OpeningBook};
use crate::opponent_model::OpponentModels;
use crate::options::{EngineOption, OPTIONS, OptionError};
use crate::parameter_overrides::ParameterOverrides;
use crate::random_player;
use crate::search_control::SearchControl;
use crate::search_handle::SearchHandle;
use crate::search_worker::{SearchConfig, SearchWorker};
use crate::time_management::TimeBudget;
use crate::{GoLimits, SearchInfo};

/// Time for a move when a blocking call sets no limit.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// Plays and analyzes Amazons. See the [crate documentation](crate) for its use.
#[derive(Debug)]
pub struct Engine {
    seed: u64,
    multipv: usize,
    level: Level,
    config: SearchConfig,
    opening_book: OpeningBook,
    rng: SplitMix64,
    /// Created on first use and shared with the search thread; `None` for the random player.
    worker: Arc<Mutex<Option<SearchWorker>>>,
}

/// Value of option `Player`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlayerKind {
    Network,
    AlphaBeta,
    MonteCarlo,
    OpponentModel,
    Random,
}

/// What chooses a move.
pub(crate) enum MoveSource {
    /// The opening book.
    Book(SearchInfo),
    /// A level below full strength.
    Level(Box<LevelSearch>),
    /// Endgame knowledge, or else a search.
    Search {
        /// Whether the engine's last move was a book move.
        left_book: bool,
    },
}

impl Engine {
    /// The options that [`set_option`](Self::set_option) accepts.
    pub const OPTIONS: &'static [EngineOption] = OPTIONS;

    /// Creates an engine with default options.
    #[must_use]
    pub fn new() -> Self {
        Self {
            seed: 0,
            multipv: 1,
            level: Level::FULL,
            config: SearchConfig {
                player: PlayerKind::Network,
                data: EngineData::default(),
                threads: 1,
                hash_mib: 64,
                overrides: ParameterOverrides::default(),
                noise: EvaluationNoise::default(),
                opponents: None,
            },
            opening_book: OpeningBook::default(),
            rng: SplitMix64::from_time(),
            worker: Arc::default(),
        }
    }

    /// Uses this instruction set instead of the fastest one; `None` if the processor does not support
    /// it. Moves and scores do not depend on it.
    #[must_use]
    pub fn with_kernel(mut self, kernel: Kernel) -> Option<Self> {
        self.config.data.set_kernel(kernel)?;
        self.worker = Arc::default();
        Some(self)
    }

    /// Sets an option from text.
    ///
    /// # Errors
    /// If the option does not exist or the value is invalid; nothing changes then.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let option = OPTIONS.iter().find(|option| option.is_named(name));
        let option = option.ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let text = value.trim();
        let invalid = |reason: String| option.invalid(&reason);
        match option.name {
            "Player" => self.config.player = PlayerKind::from_name(option.parse_combo(value)?),
            "Level" => {
                let number = u8::try_from(option.parse_spin(value)?).ok();
                self.level = number.and_then(Level::new).unwrap_or(Level::FULL);
            }
            "Threads" => self.config.threads = option.parse_spin(value)? as usize,
            "Hash" => self.config.hash_mib = option.parse_spin(value)? as usize,
            "MultiPV" => self.multipv = option.parse_spin(value)? as usize,
            "Seed" => {
                self.seed = option.parse_spin(value)?;
                self.new_game();
            }
            "NetworkFile" => self.config.data.load_network(text).map_err(invalid)?,
            "WeightsFile" => self.config.data.load_weights(text).map_err(invalid)?,
            "EndgameTable" => {
                self.config.data.endgame_source = EndgameSource::parse(text).map_err(invalid)?;
            }
            "ExactEndgames" => {
                self.config.data.use_exact_values = option.parse_combo(value)? == "on";
            }
            "Book" => {
                self.opening_book.source = BookSource::parse(text).map_err(invalid)?;
                self.opening_book.was_in_book = false;
            }
            "BookVariety" => {
                self.opening_book.is_varied = option.parse_combo(value)? == "varied";
            }
            "Opponent" => {
                self.config.opponents = match text {
                    "" => None,
                    text => Some(OpponentModels::parse(text).map_err(invalid)?),
                };
            }
            "Noise" => {
                self.config.noise.amplitude = option.parse_spin(value)? as i32;
                self.new_game();
            }
            "Parameters" => self.config.overrides = text.parse().map_err(invalid)?,
            other => unreachable!("option {other} has no setter"),
        }
        // The others do not change the searcher.
        let keeps_worker = ["Level", "MultiPV", "Seed", "Book", "BookVariety", "Noise"];
        if !keeps_worker.contains(&option.name) {
            self.worker = Arc::default();
        }
        Ok(())
    }

    pub(crate) fn into_config(self) -> SearchConfig {
        self.config
    }

    /// Sets the weights of the handcrafted evaluation, like option `WeightsFile`.
    pub fn set_weights(&mut self, weights: &TermWeights) {
        self.config.data.set_weights(weights);
        self.worker = Arc::default();
    }

    /// Current value of option `Level`.
    #[must_use]
    pub fn level(&self) -> Level {
        self.level
    }

    /// Name of the player and origin of its network or weights.
    #[must_use]
    pub fn provenance(&self) -> String {
        self.config.data.provenance(self.config.player)
    }

    /// The book move of a position, if any.
    pub fn book_move(&mut self, position: &Position) -> Option<Move> {
        let line = self.opening_book.probe(position, &mut self.rng)?;
        line.pv.first().copied()
    }

    pub(crate) fn multipv(&self) -> usize {
        self.multipv
    }

    /// Clears the state of the last game. With option `Seed`, random choices repeat in every game.
    pub fn new_game(&mut self) {
        self.opening_book.was_in_book = false;
        self.rng = match self.seed {
            0 => SplitMix64::from_time(),
            seed => SplitMix64::from_seed(seed),
        };
        if self.config.noise.amplitude != 0 {
            // A worker keeps its noise, so new noise needs a new one.
            self.config.noise.seed = self.rng.next_u64();
            self.worker = Arc::default();
        }
        let worker = Arc::clone(&self.worker);
        match worker.try_lock().as_deref_mut() {
            Ok(Some(worker)) => worker.searcher.clear(),
            Ok(empty) => *empty = self.make_worker(),
            // A worker that still searches the old game, or has panicked, is replaced.
            Err(_) => self.worker = Arc::default(),
        }
    }

    /// Allocates the search memory now rather than at the start of the first search.
    pub fn allocate(&self) {
        // A worker that is searching has its memory.
        if let Ok(mut worker) = self.worker.try_lock()
            && worker.is_none()
        {
            *worker = self.make_worker();
        }
    }

    /// Creates the worker of the chosen player; `None` for the random player.
    pub(crate) fn make_worker(&self) -> Option<SearchWorker> {
        SearchWorker::new(&self.config)
    }

    /// Starts a search in its own thread, which calls the listener; [`Event::BestMove`] comes last.
    /// Stop a running search first: a new one waits for its end.
    ///
    /// Plays at the [`Level`] of the options unless the search is an analysis (infinite or
    /// multi-PV). At full strength it plays book moves and reports [`BookStatus`];
    /// [`BookStatus::LeftBook`] is sent from the caller's thread before this returns.
    ///
    /// # Errors
    /// If the thread cannot be spawned.
    pub fn start(
        &mut self,
        position: &Position,
        limits: GoLimits,
        mut listener: impl FnMut(Event) + Send + 'static,
    ) -> io::Result<SearchHandle> {
        match self.move_source(position, &limits) {
            MoveSource::Book(line) => {
                let control = SearchControl::new(&limits, None);
                SearchHandle::spawn(control, listener, |_, listener| {
                    listener(Event::Book(BookStatus::InBook));
                    report_line(line, listener)
                })
            }
            MoveSource::Level(mut level_search) => {
                let position = *position;
                let control = SearchControl::new(&limits, TimeBudget::for_move(&position, &limits));
                SearchHandle::spawn(control, listener, move |control, listener| {
                    level_search.search(&position, &limits.search, control.signal(), listener)
                })
            }
            MoveSource::Search { left_book } => {
                if left_book {
                    listener(Event::Book(BookStatus::LeftBook));
                }
                self.start_at_full_strength(position, limits, listener)
            }
        }
    }

    /// Decides what chooses the move: a level below full strength, the book or the search.
    pub(crate) fn move_source(&mut self, position: &Position, limits: &GoLimits) -> MoveSource {
        let is_analysis = limits.infinite || self.multipv > 1;
        if let Some(strength_limit) = self.level.strength_limit().filter(|_| !is_analysis) {
            let search = LevelSearch::new(strength_limit, &self.config, self.rng.split());
            return MoveSource::Level(Box::new(search));
        }
        let uses_book = !matches!(
            self.config.player,
            PlayerKind::OpponentModel | PlayerKind::Random
        );
        if is_analysis || !limits.search.search_moves.is_empty() || !uses_book {
            return MoveSource::Search { left_book: false };
        }
        let line = self.opening_book.probe(position, &mut self.rng);
        let left_book = mem::replace(&mut self.opening_book.was_in_book, line.is_some());
        line.map_or(MoveSource::Search { left_book }, MoveSource::Book)
    }

    /// Starts a search like [`start`](Self::start), but ignores the level and the book. Without limits
    /// it ends when the position is solved.
    ///
    /// # Errors
    /// If the thread cannot be spawned.
    pub fn start_at_full_strength(
        &mut self,
        position: &Position,
        limits: GoLimits,
        listener: impl FnMut(Event) + Send + 'static,
    ) -> io::Result<SearchHandle> {
        self.allocate();
        let position = *position;
        let control = SearchControl::new(&limits, TimeBudget::for_move(&position, &limits));
        let limits = SearchLimits {
            // The signal holds the deadline, since a ponder hit starts the clock during the search.
            time: None,
            multipv: self.multipv,
            ..limits.search
        };
        let mut rng = self.rng.split();
        let worker = Arc::clone(&self.worker);
        SearchHandle::spawn(control, listener, move |control, listener| {
            // The state after a panic may be incomplete but is safe to search with.
            let mut worker = worker.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(worker) = worker.as_mut() else {
                return random_player::search(&position, &limits, &mut rng, listener);
            };
            let signal = control.signal();
            if let Some(line) = worker.known_line(&position, &limits, signal, listener) {
                return report_line(line, listener);
            }
            let mut on_info = |info| listener(Event::Info(info));
            let result = worker
                .searcher
                .search(&position, &limits, signal, &mut on_info);
            BestMove {
                mv: result.best_move(),
                ponder: result.ponder_move(),
            }
        })
    }

    /// Searches and waits for the move. `infinite` and `ponder` are ignored; without any limit the
    /// search takes one second.
    ///
    /// # Errors
    /// If the thread cannot be spawned.
    pub fn best_move(&mut self, position: &Position, limits: GoLimits) -> io::Result<BestMove> {
        let limits = Self::with_default_limit(position, limits);
        Ok(self.start(position, limits, |_| {})?.wait())
    }

    /// Makes a search end by itself: clears `infinite` and `ponder`, and sets a time of one second if
    /// there is no limit.
    #[must_use]
    pub fn with_default_limit(position: &Position, limits: GoLimits) -> GoLimits {
        let mut limits = GoLimits {
            infinite: false,
            ponder: false,
            ..limits
        };
        let is_limited = limits.search.depth.is_some() || limits.search.nodes.is_some();
        if !is_limited && TimeBudget::for_move(position, &limits).is_none() {
            limits.search.time = Some(DEFAULT_MOVE_TIME);
        }
        limits
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl PlayerKind {
    /// Converts a valid value of option `Player`.
    fn from_name(name: &str) -> Self {
        match name {
            "alpha-beta" => Self::AlphaBeta,
            "monte-carlo" => Self::MonteCarlo,
            "opponent-model" => Self::OpponentModel,
            "random" => Self::Random,
            _ => Self::Network,
        }
    }
}
