//! Plays a match: several games at a time, until all are played, the SPRT is decided, or the match
//! is stopped.

use std::sync::mpsc::{self, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use game::SplitMix64;
use game::{Color, PerColor};
use thiserror::Error;

use crate::forfeit::Forfeit;
use crate::game_record::{GameRecord, Termination};
use crate::match_dir::{MatchDir, MatchDirError, MatchHeader, PlayerHeader};
use crate::openings::{Opening, OpeningSource};
use crate::player::{Player, PlayerFactory, StopToken};
use crate::protocol_game::ProtocolGame;
use crate::referee::{self, GameSetup};
use crate::schedule::{Pairing, Schedule};
use crate::standings::{SprtProgress, Standings};
use crate::statistics::{Decision, Sprt};
use crate::time_control::{TimeControl, Timeouts};

/// A participant of a match.
#[derive(Clone)]
pub struct Participant<G: ProtocolGame> {
    /// Unique name.
    pub name: String,
    /// Creates its players.
    pub factory: Arc<dyn PlayerFactory<G>>,
    /// Its time control.
    pub time_control: TimeControl,
}

/// The configuration of a match.
#[derive(Clone)]
pub struct Match<G: ProtocolGame> {
    /// The participants.
    pub participants: Vec<Participant<G>>,
    /// Which participants meet.
    pub pairing: Pairing,
    /// Number of rounds: in each, every pairing plays two games from one opening.
    pub rounds: usize,
    /// The openings.
    pub openings: OpeningSource<G>,
    /// Seed of openings and players.
    pub seed: u64,
    /// Time allowed beyond the players' own.
    pub timeouts: Timeouts,
    /// SPRT that ends the match when it is decided.
    pub sprt: Option<Sprt>,
    /// Number of concurrent games.
    pub concurrency: usize,
}

/// Why a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchStatus {
    /// All games are played.
    Complete,
    /// The SPRT is decided.
    Decided(Decision),
    /// The match was stopped.
    Stopped,
}

/// Result of a match.
#[derive(Clone, Debug)]
pub struct MatchResult {
    /// Results of all games, including those played before the match was resumed.
    pub standings: Standings,
    /// Why the match ended.
    pub status: MatchStatus,
}

/// Error of a match.
#[derive(Debug, Error)]
pub enum MatchError {
    /// Fewer than two participants.
    #[error("a match needs at least two players")]
    TooFewPlayers,
    /// Two participants have the same name.
    #[error("two players are named {0:?}")]
    DuplicateName(String),
    /// An SPRT with more than two participants.
    #[error("an SPRT compares two players, not {0}")]
    TooManyPlayersForSprt(usize),
    /// The opening source has no opening that leaves the game undecided.
    #[error("no opening leaves the game undecided")]
    NoOpening,
    /// A player could not be started.
    #[error("{name} {forfeit}")]
    StartFailed {
        /// Name of the participant.
        name: String,
        /// What went wrong.
        forfeit: Forfeit,
    },
    /// The match directory cannot be read or written.
    #[error(transparent)]
    MatchDir(#[from] MatchDirError),
}

impl<G: ProtocolGame> Match<G> {
    /// A round-robin match without SPRT, with seed 0 and one game at a time.
    #[must_use]
    pub fn new(
        participants: Vec<Participant<G>>,
        openings: OpeningSource<G>,
        rounds: usize,
    ) -> Self {
        Self {
            participants,
            pairing: Pairing::RoundRobin,
            rounds,
            openings,
            seed: 0,
            timeouts: Timeouts::default(),
            sprt: None,
            concurrency: 1,
        }
    }

    /// The settings that must be equal to resume the match.
    #[must_use]
    pub fn header(&self) -> MatchHeader {
        let players = self.participants.iter().map(|participant| PlayerHeader {
            name: participant.name.clone(),
            engine: participant.factory.description(),
            time_control: participant.time_control.to_string(),
        });
        let margin = self.timeouts.time_margin.as_millis();
        MatchHeader {
            format: MatchHeader::FORMAT,
            game: G::NAME.to_owned(),
            players: players.collect(),
            pairing: self.pairing.to_string(),
            openings: self.openings.description(),
            seed: self.seed,
            margin: margin.try_into().unwrap_or(u64::MAX),
            sprt: self.sprt.as_ref().map(Sprt::to_string),
        }
    }

    /// The games of the match.
    #[must_use]
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.pairing, self.participants.len(), self.rounds)
    }

    /// Checks the configuration, without starting players or writing files.
    ///
    /// # Errors
    /// If the match cannot be played.
    pub fn check(&self) -> Result<(), MatchError> {
        if self.participants.len() < 2 {
            return Err(MatchError::TooFewPlayers);
        }
        for (index, participant) in self.participants.iter().enumerate() {
            if self.participants[..index]
                .iter()
                .any(|other| other.name == participant.name)
            {
                return Err(MatchError::DuplicateName(participant.name.clone()));
            }
        }
        if self.sprt.is_some() && self.participants.len() > 2 {
            return Err(MatchError::TooManyPlayersForSprt(self.participants.len()));
        }
        match self.openings.opening(0, self.seed) {
            Some(_) => Ok(()),
            None => Err(MatchError::NoOpening),
        }
    }

    /// Seeds of the players of a game.
    fn seeds(&self, game: usize) -> PerColor<u64> {
        // The multiplier gives neighboring games distant seeds.
        let mut rng = SplitMix64::from_seed(self.seed ^ (game as u64).wrapping_mul(0x2545_f491));
        PerColor::from_fn(|_| rng.next_u64())
    }
}

/// Plays a match, or the rest of it if its directory has finished games. `on_game` is called after
/// every finished game. A stop discards running games; a decided SPRT or an error triggers `stop`.
///
/// # Errors
/// If the match cannot be played, a player cannot be started before the first game, or results
/// cannot be written.
pub fn run<G: ProtocolGame>(
    plan: &Match<G>,
    mut dir: Option<&mut MatchDir>,
    stop: &StopToken,
    mut on_game: impl FnMut(&GameRecord, &Standings),
) -> Result<MatchResult, MatchError> {
    plan.check()?;
    let mut standings = match &dir {
        Some(dir) => dir.standings().clone(),
        None => Standings::new(plan.participants.len(), plan.sprt),
    };
    let schedule = plan.schedule();
    let unplayed: Vec<usize> = (0..schedule.games())
        .filter(|&game| !standings.is_finished(game))
        .collect();
    let decision = |standings: &Standings| {
        let decision = standings.sprt_progress().map(SprtProgress::decision);
        decision.filter(|&decision| decision != Decision::Continue)
    };
    if !unplayed.is_empty() && decision(&standings).is_none() {
        // The players of the first worker start before any game, so that a failure is an error and
        // not a forfeit.
        let mut first_players = Some(WorkerPlayers::start_all(plan)?);
        let queue = Mutex::new(unplayed.iter().copied());
        // The bound keeps workers from running ahead of the journal.
        let (sender, finished) = mpsc::sync_channel(plan.concurrency);
        let mut failure = None;
        thread::scope(|scope| {
            for _ in 0..plan.concurrency.clamp(1, unplayed.len()) {
                let players = first_players
                    .take()
                    .unwrap_or_else(|| WorkerPlayers::not_started(plan));
                let worker = Worker {
                    plan,
                    schedule: &schedule,
                    queue: &queue,
                    stop,
                };
                let sender = sender.clone();
                scope.spawn(move || worker.run(players, &sender));
            }
            drop(sender);
            for played in finished {
                let written = played.and_then(|record: GameRecord| {
                    if let Some(dir) = &mut dir {
                        dir.append::<G>(&record)?;
                    }
                    Ok(record)
                });
                let record = match written {
                    Ok(record) => record,
                    Err(error) => {
                        stop.stop();
                        failure = Some(error);
                        break;
                    }
                };
                standings.add(&record);
                on_game(&record, &standings);
                if decision(&standings).is_some() {
                    stop.stop();
                }
            }
        });
        if let Some(error) = failure {
            return Err(error);
        }
    }
    let is_complete = || (0..schedule.games()).all(|game| standings.is_finished(game));
    let status = match decision(&standings) {
        Some(decision) => MatchStatus::Decided(decision),
        None if is_complete() => MatchStatus::Complete,
        None => MatchStatus::Stopped,
    };
    Ok(MatchResult { standings, status })
}

/// The players of a game: Black, White.
type GamePlayers<G> = [Box<dyn Player<G>>; 2];

/// The players of one worker, by participant; `None` until started and after a forfeit.
struct WorkerPlayers<G: ProtocolGame>(Vec<Option<Box<dyn Player<G>>>>);

impl<G: ProtocolGame> WorkerPlayers<G> {
    fn not_started(plan: &Match<G>) -> Self {
        Self(plan.participants.iter().map(|_| None).collect())
    }

    fn start_all(plan: &Match<G>) -> Result<Self, MatchError> {
        let start = |participant: &Participant<G>| {
            let player = participant.factory.create();
            player.map(Some).map_err(|forfeit| MatchError::StartFailed {
                name: participant.name.clone(),
                forfeit,
            })
        };
        let players: Result<_, _> = plan.participants.iter().map(start).collect();
        players.map(Self)
    }

    /// Takes the players of a game, by participant index, and starts those that are not running.
    /// The error is the color whose player could not be started, and why.
    fn take(
        &mut self,
        plan: &Match<G>,
        indices: PerColor<usize>,
    ) -> Result<GamePlayers<G>, (Color, Forfeit)> {
        let mut take_or_start = |color: Color| match self.0[indices[color]].take() {
            Some(player) => Ok(player),
            None => plan.participants[indices[color]]
                .factory
                .create()
                .map_err(|forfeit| (color, forfeit)),
        };
        let black = take_or_start(Color::Black)?;
        let white = match take_or_start(Color::White) {
            Ok(white) => white,
            Err(error) => {
                self.0[indices[Color::Black]] = Some(black);
                return Err(error);
            }
        };
        Ok([black, white])
    }
}

/// Plays games from the queue.
struct Worker<'a, G: ProtocolGame, Q> {
    plan: &'a Match<G>,
    schedule: &'a Schedule,
    queue: &'a Mutex<Q>,
    stop: &'a StopToken,
}

impl<G: ProtocolGame, Q: Iterator<Item = usize>> Worker<'_, G, Q> {
    fn run(
        &self,
        mut players: WorkerPlayers<G>,
        finished: &SyncSender<Result<GameRecord, MatchError>>,
    ) {
        while !self.stop.is_stopped() {
            let next = self
                .queue
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .next();
            let Some(game) = next else { return };
            let opening = self.schedule.opening(game);
            let played = match self.plan.openings.opening(opening, self.plan.seed) {
                Some(opening) => self.play(game, &opening, &mut players).map(Ok),
                None => Some(Err(MatchError::NoOpening)),
            };
            let Some(played) = played else { return };
            if finished.send(played).is_err() {
                return;
            }
        }
    }

    /// Plays a game; `None` if the match was stopped.
    fn play(
        &self,
        game: usize,
        opening: &Opening<G>,
        worker_players: &mut WorkerPlayers<G>,
    ) -> Option<GameRecord> {
        let plan = self.plan;
        let scheduled = self.schedule.game(game, opening.start().to_move());
        let indices = scheduled.players;
        let mut players = match worker_players.take(plan, indices) {
            Ok(players) => players,
            Err((loser, forfeit)) => {
                return Some(referee::forfeit(&scheduled, opening, loser, forfeit));
            }
        };
        let [black, white] = &mut players;
        let setup = GameSetup {
            players: PerColor::new(black, white),
            time_controls: PerColor::from_fn(|color| {
                plan.participants[indices[color]].time_control
            }),
            timeouts: plan.timeouts,
        };
        let record = referee::play(setup, &scheduled, opening, plan.seeds(game), self.stop)?;
        let forfeiter = match (&record.termination, record.winner) {
            (Termination::Forfeit(_), Some(winner)) => Some(!winner),
            _ => None,
        };
        for (color, player) in Color::ALL.into_iter().zip(players) {
            worker_players.0[indices[color]] = (forfeiter != Some(color)).then_some(player);
        }
        Some(record)
    }
}
