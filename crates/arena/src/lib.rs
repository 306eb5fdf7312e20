//! Matches between players of any kind, and what they prove.
//!
//! A [`Match`] is two or more [`Contestant`]s, a way to pair them ([`Pairing`]), [`Openings`] and
//! how long everybody may think ([`TimeControl`]). [`run`] plays it: each opening twice, with
//! colours swapped, several games at a time. A contestant is anything that can be started as a
//! [`Player`]: our own engine in this process ([`house`]) or another program that speaks UCI or
//! GTP ([`program`]). The [`referee`] trusts nobody: a player that breaks the rules, dies, falls
//! silent or talks nonsense loses that game, with the [`Fault`] on record, and the match goes on.
//!
//! Games end by the rules or by a proven result, never by anybody's opinion.
//!
//! A match in a [`Folder`] writes every finished game to a journal before it counts. Killed at any
//! moment, it resumes without losing or repeating a finished game. Everything else in the folder
//! (games, moves, results, plots) is made from the journal.
//!
//! [`statistics`] says what the results mean: Elo over pairs of games, a sequential test, ratings.
//!
//! All of this is written for any [`game::Game`]; what protocols and records need beyond that is
//! the small trait [`Contest`]. Only [`house`] knows that Amazons exist.

pub mod control;
pub mod folder;
pub mod house;
mod journal;
mod logs;
pub mod openings;
pub mod player;
pub mod plot;
pub mod program;
pub mod record;
pub mod referee;
pub mod runner;
pub mod schedule;
pub mod standings;
pub mod statistics;

mod contest;
mod fault;

pub use contest::Contest;
pub use control::TimeControl;
pub use fault::{Fault, Unanswered};
pub use folder::{Folder, FolderError};
pub use journal::Journal;
pub use openings::Openings;
pub use player::{Player, Source, Stop};
pub use record::{Ending, GameRecord};
pub use runner::{Conclusion, Contestant, Match, MatchError, Verdict, run};
pub use schedule::Pairing;
pub use standings::{Standings, Test};
