//! [`Engine`]: its options and searches.

use std::io;
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use amazons::{Move, Position};
use evaluation::TermWeights;
use game::SplitMix64;
use network::Kernel;

use crate::endgames::EndgameSource;
use crate::engine_data::EngineData;
use crate::events::{BestMove, BookStatus, Event};
use crate::levels::{Level, LevelSearch};
use crate::limits::GoLimits;
use crate::noise::EvaluationNoise;
use crate::opening_book::{BookSource, OpeningBook};
use crate::opponent_model::OpponentModels;
use crate::options::{EngineOption, OptionError, OptionId};
use crate::parameter_overrides::ParameterOverrides;
use crate::random_player;
use crate::search_control::SearchControl;
use crate::search_handle::SearchHandle;
use crate::search_worker::{SearchConfig, SearchResources, SearchWorker};
use crate::time_management::TimeBudget;

/// Time for a move when a blocking call sets no limit.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// Plays and analyzes Amazons. See the [crate documentation](crate) for its use.
#[derive(Debug)]
pub struct Engine {
    seed: u64,
    multipv: usize,
    player: PlayerKind,
    level: Level,
    config: SearchConfig,
    opponents: Option<OpponentModels>,
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

impl Engine {
    /// The options that [`set_option`](Self::set_option) accepts.
    pub const OPTIONS: &'static [EngineOption] = OptionId::SPECS;

    /// Creates an engine with default options.
    #[must_use]
    pub fn new() -> Self {
        Self {
            seed: 0,
            multipv: 1,
            player: PlayerKind::Network,
            level: Level::FULL,
            config: SearchConfig {
                data: EngineData::default(),
                resources: SearchResources {
                    threads: 1,
                    hash_mib: 64,
                },
                overrides: ParameterOverrides::default(),
                noise: EvaluationNoise::default(),
            },
            opponents: None,
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
        let id = OptionId::from_name(name).ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let spec = id.spec();
        let text = value.trim();
        let invalid = |reason| spec.invalid(reason);
        match id {
            OptionId::Player => self.player = PlayerKind::from_name(spec.parse_combo(value)?),
            OptionId::Level => {
                let number = u8::try_from(spec.parse_spin(value)?).ok();
                self.level = number.and_then(Level::new).unwrap_or(Level::FULL);
            }
            OptionId::Threads => self.config.resources.threads = spec.parse_spin(value)? as usize,
            OptionId::Hash => self.config.resources.hash_mib = spec.parse_spin(value)? as usize,
            OptionId::MultiPv => self.multipv = spec.parse_spin(value)? as usize,
            OptionId::Seed => {
                self.seed = spec.parse_spin(value)?;
                self.new_game();
            }
            OptionId::NetworkFile => self.config.data.load_network(text).map_err(invalid)?,
            OptionId::WeightsFile => self.config.data.load_weights(text).map_err(invalid)?,
            OptionId::EndgameTable => {
                self.config.data.endgame_source = EndgameSource::parse(text).map_err(invalid)?;
            }
            OptionId::ExactEndgames => {
                self.config.data.use_exact_values = spec.parse_combo(value)? == "on";
            }
            OptionId::Book => {
                self.opening_book.source = BookSource::parse(text).map_err(invalid)?;
                self.opening_book.was_in_book = false;
            }
            OptionId::BookVariety => {
                self.opening_book.is_varied = spec.parse_combo(value)? == "varied";
            }
            OptionId::Opponent => {
                self.opponents = match text {
                    "" => None,
                    text => Some(OpponentModels::parse(text).map_err(invalid)?),
                };
            }
            OptionId::Noise => {
                self.config.noise.amplitude = spec.parse_spin(value)? as i32;
                self.new_game();
            }
            OptionId::Parameters => self.config.overrides = text.parse().map_err(invalid)?,
        }
        let keeps_worker = matches!(
            id,
            OptionId::Level
                | OptionId::MultiPv
                | OptionId::Seed
                | OptionId::Book
                | OptionId::BookVariety
                | OptionId::Noise
        );
        if !keeps_worker {
            self.worker = Arc::default();
        }
        Ok(())
    }

    pub(crate) fn into_config(self) -> (PlayerKind, SearchConfig) {
        (self.player, self.config)
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
        self.config.data.provenance(self.player)
    }

    /// The book move of a position, if any, for callers that search with
    /// [`incremental_analysis`](Self::incremental_analysis).
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
            Ok(Some(worker)) => worker.clear(),
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
        let config = &self.config;
        match self.player {
            PlayerKind::AlphaBeta => Some(SearchWorker::alpha_beta(config)),
            PlayerKind::MonteCarlo => Some(SearchWorker::monte_carlo(config)),
            PlayerKind::Network => Some(SearchWorker::network(config)),
            PlayerKind::OpponentModel => Some(match &self.opponents {
                Some(opponents) => SearchWorker::opponent_model(config, opponents),
                None => SearchWorker::opponent_model(config, &OpponentModels::same_as(config)),
            }),
            PlayerKind::Random => None,
        }
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
        let is_analysis = limits.infinite || self.multipv > 1;
        let Some(strength_limit) = self.level.strength_limit().filter(|_| !is_analysis) else {
            if !is_analysis && limits.search_moves.is_empty() && self.uses_book() {
                let line = self.opening_book.probe(position, &mut self.rng);
                let was_in_book = mem::replace(&mut self.opening_book.was_in_book, line.is_some());
                if let Some(line) = line {
                    let control = SearchControl::new(&limits, None);
                    return SearchHandle::spawn(control, listener, |_, listener| {
                        line.report(listener)
                    });
                }
                if was_in_book {
                    listener(Event::Book(BookStatus::LeftBook));
                }
            }
            return self.start_at_full_strength(position, limits, listener);
        };
        let position = *position;
        let level_search = LevelSearch {
            strength_limit,
            config: self.config.clone(),
        };
        let control = SearchControl::new(&limits, TimeBudget::for_move(&position, &limits));
        let mut rng = self.rng.split();
        SearchHandle::spawn(control, listener, move |control, listener| {
            level_search.search(&position, &limits, control.signal(), &mut rng, listener)
        })
    }

    fn uses_book(&self) -> bool {
        !matches!(self.player, PlayerKind::OpponentModel | PlayerKind::Random)
    }

    /// Starts a search that ignores the level and the book.
    pub(crate) fn start_at_full_strength(
        &mut self,
        position: &Position,
        limits: GoLimits,
        listener: impl FnMut(Event) + Send + 'static,
    ) -> io::Result<SearchHandle> {
        self.allocate();
        let position = *position;
        let multipv = self.multipv;
        let control = SearchControl::new(&limits, TimeBudget::for_move(&position, &limits));
        let mut rng = self.rng.split();
        let worker = Arc::clone(&self.worker);
        SearchHandle::spawn(control, listener, move |control, listener| {
            // The state after a panic may be incomplete but is safe to search with.
            let mut worker = worker.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(worker) = worker.as_mut() else {
                return random_player::search(&position, &limits, multipv, &mut rng, listener);
            };
            let signal = control.signal();
            worker
                .answer_without_search(&position, &limits, multipv, signal, listener)
                .unwrap_or_else(|| worker.search(&position, &limits, multipv, signal, listener))
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

    /// Makes a search end by itself: clears `infinite` and `ponder`, and sets the default time if
    /// there is no limit.
    pub(crate) fn with_default_limit(position: &Position, limits: GoLimits) -> GoLimits {
        let mut limits = GoLimits {
            infinite: false,
            ponder: false,
            ..limits
        };
        let is_limited = limits.depth.is_some() || limits.nodes.is_some();
        if !is_limited && TimeBudget::for_move(position, &limits).is_none() {
            limits.move_time = Some(DEFAULT_MOVE_TIME);
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
