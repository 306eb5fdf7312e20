//! The engine as its users see it.

use std::io;
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use amazons::{Move, Position};
use evaluation::Weights;

use crate::analysis::{Answer, Event, Opening};
use crate::control::Control;
use crate::instructions::Instructions;
use crate::knowledge::Knowledge;
use crate::levels::{self, Level};
use crate::limits::Limits;
use crate::noise::Noise;
use crate::openings::{self, Openings};
use crate::opponent::Opponents;
use crate::options::{EngineOption, OptionError, OptionKind};
use crate::random_numbers::RandomNumbers;
use crate::random_player;
use crate::search::Search;
use crate::thinking::{Means, Resources, Thinker};
use crate::time::Budget;
use crate::tuning::Tuning;

const PLAYER: EngineOption = EngineOption {
    name: "Player",
    kind: OptionKind::Choice {
        default: "network",
        choices: &[
            "network",
            "alpha-beta",
            "monte-carlo",
            "opponent-model",
            "random",
        ],
    },
    description: "Who chooses the moves: one of four searches, or chance",
};

const THREADS: EngineOption = EngineOption {
    name: "Threads",
    kind: OptionKind::Number {
        default: 1,
        min: 1,
        max: 256,
    },
    description: "How many threads think",
};

const HASH: EngineOption = EngineOption {
    name: "Hash",
    kind: OptionKind::Number {
        default: 64,
        min: 0,
        max: 65_536,
    },
    description: "The memory for what the search remembers, in MiB; with 0, alpha-beta plays the same in a position \
                  however it came about",
};

const SEED: EngineOption = EngineOption {
    name: "Seed",
    kind: OptionKind::Number {
        default: 0,
        min: 0,
        max: u32::MAX as u64,
    },
    description: "Makes random choices repeatable; 0 takes other ones every time",
};

const LEVEL: EngineOption = EngineOption {
    name: "Level",
    kind: OptionKind::Number {
        default: Level::FULL.number() as u64,
        min: Level::WEAKEST.number() as u64,
        max: Level::FULL.number() as u64,
    },
    description: "How strongly to play, from a beginner to full strength, where alone Player counts; \
                  analysis (an infinite search, or several lines) is always at full strength",
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

const NETWORK_FILE: EngineOption = EngineOption {
    name: "NetworkFile",
    kind: OptionKind::Text { default: "" },
    description: "A weights file for the network; empty for the one that ships",
};

const WEIGHTS_FILE: EngineOption = EngineOption {
    name: "WeightsFile",
    kind: OptionKind::Text { default: "" },
    description: "A file for the evaluation of alpha-beta and monte-carlo: weights of the hand-made one, or a network \
                  of distance pairs; empty for the one that ships",
};

const ENDGAME_TABLE: EngineOption = EngineOption {
    name: "EndgameTable",
    kind: OptionKind::Text { default: "" },
    description: "A folder with a table of subgames; empty for the one in the user's data folder, or else a small one; \
                  built-in for the small one, none for none",
};

const EXACT_ENDGAMES: EngineOption = EngineOption {
    name: "ExactEndgames",
    kind: OptionKind::Choice {
        default: "on",
        choices: &["on", "off"],
    },
    description: "Whether to reckon with exact values of regions that fire has cut off, where a table of subgames is used at \
                  all",
};

const BOOK: EngineOption = EngineOption {
    name: "Book",
    kind: OptionKind::Text { default: "" },
    description: "The opening book that a player of full strength, other than opponent-model and random, plays from: a file of \
                  thermodon book export; empty for the one that ships, none for none",
};

const BOOK_VARIETY: EngineOption = EngineOption {
    name: "BookVariety",
    kind: OptionKind::Choice {
        default: "best",
        choices: &["best", "varied"],
    },
    description: "Whether the best move of the book is played, or one that is hardly worse, another every time",
};

const OPPONENT: EngineOption = EngineOption {
    name: "Opponent",
    kind: OptionKind::Text { default: "" },
    description: "For opponent-model: whom it plays, as options of an engine and how far it looks, such as Depth=2 \
                  WeightsFile=w.txt; several with shares, separated by the word or; or a file with such lines; empty \
                  for alpha-beta with its own options",
};

const NOISE: EngineOption = EngineOption {
    name: "Noise",
    kind: OptionKind::Number {
        default: 0,
        min: 0,
        max: 10_000,
    },
    description: "The largest random number that is added to values of the fast evaluation, in thousandths of the \
                  logarithm of the odds: other ones in every game, so that games differ",
};

const PARAMETERS: EngineOption = EngineOption {
    name: "Parameters",
    kind: OptionKind::Text { default: "" },
    description: "For tuning: parameters of the searches, as name=value separated by semicolons",
};

/// The time for a move where a caller that waits for the answer sets no limit.
const UNLIMITED_ANSWER: Duration = Duration::from_secs(1);

/// A player and analyst of Amazons. See the [crate's page](crate) for how it is used.
#[derive(Debug)]
pub struct Engine {
    seed: u64,
    lines: usize,
    player: Player,
    level: Level,
    means: Means,
    opponents: Option<Opponents>,
    openings: Openings,
    numbers: RandomNumbers,
    /// Made when it is first needed; shared with the thread that thinks. The random player needs none.
    thinker: Arc<Mutex<Option<Thinker>>>,
}

/// Who chooses the moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Player {
    Network,
    AlphaBeta,
    MonteCarlo,
    OpponentModel,
    Random,
}

impl Engine {
    /// Everything that [`set_option`](Self::set_option) takes.
    pub const OPTIONS: &'static [EngineOption] = &[
        PLAYER,
        LEVEL,
        THREADS,
        HASH,
        MULTI_PV,
        SEED,
        NETWORK_FILE,
        WEIGHTS_FILE,
        ENDGAME_TABLE,
        EXACT_ENDGAMES,
        BOOK,
        BOOK_VARIETY,
        OPPONENT,
        NOISE,
        PARAMETERS,
    ];

    /// An engine with all options at their defaults.
    #[must_use]
    pub fn new() -> Self {
        Self {
            seed: 0,
            lines: 1,
            player: Player::Network,
            level: Level::FULL,
            means: Means {
                knowledge: Knowledge::default(),
                resources: Resources {
                    threads: 1,
                    mebibytes: 64,
                },
                tuning: Tuning::default(),
                noise: Noise::default(),
            },
            opponents: None,
            openings: Openings::default(),
            numbers: RandomNumbers::from_time(),
            thinker: Arc::default(),
        }
    }

    /// Computes with these instructions instead of the best that the processor has; `None` if it has none
    /// such. The moves and scores are the same, the speed is not.
    #[must_use]
    pub fn with_instructions(mut self, instructions: Instructions) -> Option<Self> {
        self.means.knowledge.compute_with(instructions)?;
        self.thinker = Arc::default();
        Some(self)
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
        } else if LEVEL.is_named(name) {
            let number = u8::try_from(LEVEL.number(value)?).ok();
            self.level = number.and_then(Level::new).unwrap_or(Level::FULL);
        } else if THREADS.is_named(name) {
            self.means.resources.threads = THREADS.number(value)? as usize;
            self.thinker = Arc::default();
        } else if HASH.is_named(name) {
            self.means.resources.mebibytes = HASH.number(value)? as usize;
            self.thinker = Arc::default();
        } else if NETWORK_FILE.is_named(name) {
            let loaded = self.means.knowledge.set_network(value.trim());
            loaded.map_err(|reason| NETWORK_FILE.refusal(reason))?;
            self.thinker = Arc::default();
        } else if WEIGHTS_FILE.is_named(name) {
            let loaded = self.means.knowledge.set_evaluation(value.trim());
            loaded.map_err(|reason| WEIGHTS_FILE.refusal(reason))?;
            self.thinker = Arc::default();
        } else if ENDGAME_TABLE.is_named(name) {
            let loaded = self.means.knowledge.set_endings(value.trim());
            loaded.map_err(|reason| ENDGAME_TABLE.refusal(reason))?;
            self.thinker = Arc::default();
        } else if EXACT_ENDGAMES.is_named(name) {
            self.means.knowledge.has_exact_endings = EXACT_ENDGAMES.choice(value)? == "on";
            self.thinker = Arc::default();
        } else if BOOK.is_named(name) {
            let choice = openings::Choice::read(value.trim());
            self.openings.choice = choice.map_err(|reason| BOOK.refusal(reason))?;
            self.openings.was_in_book = false;
        } else if BOOK_VARIETY.is_named(name) {
            self.openings.is_varied = BOOK_VARIETY.choice(value)? == "varied";
        } else if OPPONENT.is_named(name) {
            self.opponents = match value.trim() {
                "" => None,
                text => {
                    let read = Opponents::read(text);
                    Some(read.map_err(|reason| OPPONENT.refusal(reason))?)
                }
            };
            self.thinker = Arc::default();
        } else if NOISE.is_named(name) {
            self.means.noise.most = NOISE.number(value)? as i32;
            self.new_game();
        } else if PARAMETERS.is_named(name) {
            let tuning = value.parse();
            self.means.tuning = tuning.map_err(|reason| PARAMETERS.refusal(reason))?;
            self.thinker = Arc::default();
        } else if PLAYER.is_named(name) {
            self.player = match PLAYER.choice(value)? {
                "alpha-beta" => Player::AlphaBeta,
                "monte-carlo" => Player::MonteCarlo,
                "opponent-model" => Player::OpponentModel,
                "random" => Player::Random,
                _ => Player::Network,
            };
            self.thinker = Arc::default();
        } else {
            return Err(OptionError::Unknown(name.to_owned()));
        }
        Ok(())
    }

    /// Who plays, and what they play with.
    pub(crate) fn into_parts(self) -> (Player, Means) {
        (self.player, self.means)
    }

    /// Evaluates by those weights where players use the hand-made evaluation, as if they had come from a
    /// [file](Self::OPTIONS).
    pub fn set_weights(&mut self, weights: &Weights) {
        self.means.knowledge.set_weights(weights);
        self.thinker = Arc::default();
    }

    /// How strongly it plays.
    #[must_use]
    pub fn level(&self) -> Level {
        self.level
    }

    /// What the chosen player knows, and where that comes from.
    #[must_use]
    pub fn provenance(&self) -> String {
        self.means.knowledge.provenance(self.player)
    }

    /// The move that the opening book has for a position, as a player of full strength plays it; for those who think by
    /// [studies](Self::ongoing_study).
    pub fn book_move(&mut self, position: &Position) -> Option<Move> {
        let advice = self.openings.advice(position, &mut self.numbers)?;
        advice.line.first().copied()
    }

    /// How many lines it reports.
    pub(crate) fn lines(&self) -> usize {
        self.lines
    }

    /// Forgets what was learned from the positions so far: the next one belongs to another game.
    /// With a [seed](Self::OPTIONS), the same game would go the same way again.
    pub fn new_game(&mut self) {
        self.openings.was_in_book = false;
        self.numbers = match self.seed {
            0 => RandomNumbers::from_time(),
            seed => RandomNumbers::from_seed(seed),
        };
        if self.means.noise.most != 0 {
            // A searcher keeps its noise, so this takes another one.
            self.means.noise.seed = self.numbers.next_bits();
            self.thinker = Arc::default();
        }
        let thinker = Arc::clone(&self.thinker);
        match thinker.try_lock().as_deref_mut() {
            Ok(Some(thinker)) => thinker.forget(),
            Ok(unready) => *unready = self.make_thinker(),
            // One that still thinks about the old game, or has panicked, is left behind.
            Err(_) => self.thinker = Arc::default(),
        }
    }

    /// Does now what the first search would otherwise do on its own time, such as taking memory.
    pub fn prepare(&self) {
        // A searcher that is at work needs no preparation.
        if let Ok(mut thinker) = self.thinker.try_lock()
            && thinker.is_none()
        {
            *thinker = self.make_thinker();
        }
    }

    /// The searcher of the chosen player, if it has one.
    pub(crate) fn make_thinker(&self) -> Option<Thinker> {
        match self.player {
            Player::AlphaBeta => Some(Thinker::alpha_beta(&self.means)),
            Player::MonteCarlo => Some(Thinker::monte_carlo(&self.means)),
            Player::Network => Some(Thinker::network(&self.means)),
            Player::OpponentModel => Some(match &self.opponents {
                Some(opponents) => Thinker::opponent_model(&self.means, opponents),
                None => Thinker::opponent_model(&self.means, &Opponents::like(&self.means)),
            }),
            Player::Random => None,
        }
    }

    /// Starts a search in a thread of its own. The listener is called from that thread, with the
    /// [answer](Event::Answer) as the last event. A search that is still running should be stopped
    /// first: this one waits for its end.
    ///
    /// It plays at the [`Level`] that the options say, unless it is to analyse: without end, or several
    /// lines. At full strength it plays from its opening book where it can, and says so; and it says when it has
    /// left it; that one event comes from the caller's own thread, before this returns.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn start(
        &mut self,
        position: &Position,
        limits: Limits,
        mut listener: impl FnMut(Event) + Send + 'static,
    ) -> io::Result<Search> {
        let is_analysis = limits.infinite || self.lines > 1;
        let Some(weakness) = self.level.weakness().filter(|_| !is_analysis) else {
            if !is_analysis && limits.search_moves.is_empty() && self.plays_from_book() {
                let advice = self.openings.advice(position, &mut self.numbers);
                let was_in_book = mem::replace(&mut self.openings.was_in_book, advice.is_some());
                if let Some(advice) = advice {
                    let control = Control::new(&limits, None);
                    return Search::start(control, listener, |_, listener| advice.answer(listener));
                }
                if was_in_book {
                    listener(Event::Opening(Opening::LeftBook));
                }
            }
            return self.start_at_full_strength(position, limits, listener);
        };
        let position = *position;
        let means = self.means.clone();
        let control = Control::new(&limits, Budget::of(&position, &limits));
        let mut numbers = self.numbers.split();
        Search::start(control, listener, move |control, listener| {
            let level = levels::Player { weakness, means };
            level.think(&position, &limits, control.signal(), &mut numbers, listener)
        })
    }

    /// Whoever knows the opponent has their own ideas, and chance has none.
    fn plays_from_book(&self) -> bool {
        !matches!(self.player, Player::OpponentModel | Player::Random)
    }

    /// Starts a search that no level weakens.
    pub(crate) fn start_at_full_strength(
        &mut self,
        position: &Position,
        limits: Limits,
        listener: impl FnMut(Event) + Send + 'static,
    ) -> io::Result<Search> {
        self.prepare();
        let position = *position;
        let lines = self.lines;
        let control = Control::new(&limits, Budget::of(&position, &limits));
        let mut numbers = self.numbers.split();
        let thinker = Arc::clone(&self.thinker);
        Search::start(control, listener, move |control, listener| {
            // What a searcher that panicked has left is not worth much, but it is sound.
            let mut thinker = thinker.lock().unwrap_or_else(PoisonError::into_inner);
            match thinker.as_mut() {
                Some(thinker) => {
                    let signal = control.signal();
                    thinker
                        .answer_at_once(&position, &limits, lines, signal, listener)
                        .unwrap_or_else(|| {
                            thinker.think(&position, &limits, lines, signal, listener)
                        })
                }
                None => random_player::think(&position, &limits, lines, &mut numbers, listener),
            }
        })
    }

    /// Searches and waits for the answer: for callers with nothing else to do. Limits that wait
    /// for somebody to stop the search are taken off, and without any limit the answer takes a
    /// second.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn answer(&mut self, position: &Position, limits: Limits) -> io::Result<Answer> {
        let limits = Self::bounded(position, limits);
        Ok(self.start(position, limits, |_| {})?.wait())
    }

    /// Limits under which a search ends by itself.
    pub(crate) fn bounded(position: &Position, limits: Limits) -> Limits {
        let mut limits = Limits {
            infinite: false,
            ponder: false,
            ..limits
        };
        let is_limited = limits.depth.is_some() || limits.nodes.is_some();
        if !is_limited && Budget::of(position, &limits).is_none() {
            limits.move_time = Some(UNLIMITED_ANSWER);
        }
        limits
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}
