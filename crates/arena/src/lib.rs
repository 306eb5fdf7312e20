//! Engine matches: runs them and computes Elo, SPRT and ratings.
//!
//! A [`Match`] has two or more [`Participant`]s with time controls, a [`Pairing`] (round robin or
//! gauntlet) and an [`OpeningSource`]. [`run`] plays each opening twice with colors swapped,
//! several games concurrently. A participant is the built-in engine ([`BuiltinEngine`]) or an
//! external engine that speaks UCI or GTP ([`external`]).
//!
//! The referee checks every move and clock. A player that makes an illegal move, exceeds its time,
//! crashes, does not respond or violates the protocol forfeits the game ([`Forfeit`]); the match
//! continues. A game ends by the rules or as soon as its result is proven; it is never adjudicated
//! by score.
//!
//! A match in a [`MatchDir`] appends every finished game to a [`Journal`](storage::Journal) before it counts the
//! result, so the match can be killed and resumed at any time. All other files are exported from
//! the journal.
//!
//! [`statistics`] computes Elo differences and the SPRT from game pairs, and Bradley–Terry ratings
//! of all participants.
//!
//! The crate is generic over [`ProtocolGame`], a [`game::Game`] with UCI and GTP notation; only
//! [`amazons_game`] and [`builtin_engine`] are specific to Amazons.
//!
//! ```
//! use std::sync::Arc;
//!
//! use amazons::{Game, Position};
//! use arena::{BuiltinEngine, Match, OpeningSource, Participant, StopToken, TimeControl};
//!
//! let participant = |name: &str, player: &str| -> Result<_, engine::OptionError> {
//!     let engine = BuiltinEngine::new(vec![("Player".to_owned(), player.to_owned())])?;
//!     let time_control = TimeControl { nodes: Some(10), ..TimeControl::default() };
//!     Ok(Participant { name: name.to_owned(), factory: Arc::new(engine), time_control })
//! };
//! let participants = vec![participant("ab", "alpha-beta")?, participant("random", "random")?];
//! let openings = OpeningSource::Random { start: Position::parse("5x5")?, plies: 2 };
//! let plan = Match::new(participants, openings, 1);
//! let result = arena::run(&plan, None, &StopToken::default(), |_, _| {})?;
//! assert_eq!(result.standings.games(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod amazons_game;
pub mod builtin_engine;
mod exports;
pub mod external;
mod forfeit;
mod game_record;
pub mod match_dir;
pub mod match_plot;
mod openings;
pub mod player;
mod protocol_game;
mod referee;
mod runner;
pub mod schedule;
mod standings;
pub mod statistics;
pub mod time_control;

pub use builtin_engine::BuiltinEngine;
pub use forfeit::{Forfeit, PlayerError};
pub use game_record::{GameRecord, PlayedMove, Termination};
pub use match_dir::{MatchDir, MatchDirError};
pub use openings::{Opening, OpeningSource};
pub use player::{Player, PlayerFactory, StopToken};
pub use protocol_game::ProtocolGame;
pub use runner::{Match, MatchError, MatchResult, MatchStatus, Participant, run};
pub use schedule::Pairing;
pub use standings::{SprtProgress, Standings};
pub use time_control::TimeControl;
