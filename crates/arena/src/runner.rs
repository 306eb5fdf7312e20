//! Plays a match: several games at a time, until all are played, a test is decided, or somebody
//! stops it.

use std::sync::mpsc::{self, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use engine::RandomNumbers;
use game::{Color, PerColor};
use thiserror::Error;

use crate::contest::Contest;
use crate::control::{TimeControl, Tolerance};
use crate::fault::Fault;
use crate::folder::{Folder, FolderError, PlayerSettings, Settings};
use crate::openings::{Opening, Openings};
use crate::player::{Player, Source, Stop};
use crate::record::{Ending, GameRecord};
use crate::referee::{self, Table};
use crate::schedule::{Pairing, Schedule};
use crate::standings::{Standings, Test};
use crate::statistics::{Decision, Sprt};

/// Somebody who takes part in a match.
#[derive(Clone)]
pub struct Contestant<G: Contest> {
    /// Its name; no other has the same.
    pub name: String,
    /// Where its players come from.
    pub source: Arc<dyn Source<G>>,
    /// How long it may think.
    pub control: TimeControl,
}

/// A match to be played.
#[derive(Clone)]
pub struct Match<G: Contest> {
    /// Who takes part.
    pub contestants: Vec<Contestant<G>>,
    /// Who meets whom.
    pub pairing: Pairing,
    /// How many openings are played; in each, all who meet play two games.
    pub rounds: usize,
    /// Where games begin.
    pub openings: Openings<G>,
    /// What openings and players' random choices follow from.
    pub seed: u64,
    /// How much waiting is done beyond what players have for themselves.
    pub tolerance: Tolerance,
    /// A test that ends the match when it is decided.
    pub sprt: Option<Sprt>,
    /// How many games are played at a time.
    pub concurrency: usize,
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// All games are played.
    Complete,
    /// The test is decided.
    Decided(Decision),
    /// Somebody stopped it.
    Stopped,
}

/// The end of a match.
#[derive(Clone, Debug)]
pub struct Conclusion {
    /// All results.
    pub standings: Standings,
    /// Why it ended.
    pub verdict: Verdict,
}

/// Why a match cannot be played, or not go on.
#[derive(Debug, Error)]
pub enum MatchError {
    /// Nobody to play against.
    #[error("a match takes at least two players")]
    TooFewPlayers,
    /// Two players who could not be told apart.
    #[error("there are two players called {0:?}")]
    SameName(String),
    /// A test between more than two players.
    #[error("a sequential test compares two players, not {0}")]
    TestOfMany(usize),
    /// No way to begin a game.
    #[error("there is no opening in which the game is still open")]
    NoOpening,
    /// A player that does not even start.
    #[error("{name} {fault}")]
    NoStart {
        /// Its name.
        name: String,
        /// What is wrong with it.
        fault: Fault,
    },
    /// The results cannot be kept.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

impl<G: Contest> Match<G> {
    /// What is written down about the match, and what has to be the same to resume it.
    #[must_use]
    pub fn settings(&self) -> Settings {
        Settings {
            format: Settings::FORMAT,
            game: G::NAME.to_owned(),
            players: self
                .contestants
                .iter()
                .map(|contestant| PlayerSettings {
                    name: contestant.name.clone(),
                    plays: contestant.source.description(),
                    control: contestant.control.to_string(),
                })
                .collect(),
            pairing: self.pairing.to_string(),
            openings: self.openings.description(),
            seed: self.seed,
            margin: self
                .tolerance
                .margin
                .as_millis()
                .try_into()
                .unwrap_or(u64::MAX),
            sprt: self.sprt.as_ref().map(Sprt::to_string),
        }
    }

    /// The games of the match.
    #[must_use]
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.pairing, self.contestants.len(), self.rounds)
    }

    /// Finds what would make the match impossible before anything is started or written.
    ///
    /// # Errors
    /// If the match cannot be played.
    pub fn check(&self) -> Result<(), MatchError> {
        if self.contestants.len() < 2 {
            return Err(MatchError::TooFewPlayers);
        }
        for (index, contestant) in self.contestants.iter().enumerate() {
            if self.contestants[..index]
                .iter()
                .any(|other| other.name == contestant.name)
            {
                return Err(MatchError::SameName(contestant.name.clone()));
            }
        }
        if self.sprt.is_some() && self.contestants.len() > 2 {
            return Err(MatchError::TestOfMany(self.contestants.len()));
        }
        match self.openings.get(0, self.seed) {
            Some(_) => Ok(()),
            None => Err(MatchError::NoOpening),
        }
    }

    /// Different for every game and colour, and always the same.
    fn seeds(&self, game: usize) -> PerColor<u64> {
        let mut numbers =
            RandomNumbers::from_seed(self.seed ^ (game as u64).wrapping_mul(0x2545_f491));
        PerColor::from_fn(|_| numbers.next_bits())
    }
}

/// Plays a match, or what is left of it in its folder. `observe` sees every finished game and how
/// the match stands with it; setting `stop` ends the match, and games under way are forgotten.
///
/// # Errors
/// If the match cannot be played, a player does not start at the very beginning, or results cannot
/// be kept.
pub fn run<G: Contest>(
    plan: &Match<G>,
    mut folder: Option<&mut Folder>,
    stop: &Stop,
    mut observe: impl FnMut(&GameRecord, &Standings),
) -> Result<Conclusion, MatchError> {
    plan.check()?;
    let mut standings = match &folder {
        Some(folder) => folder.standings().clone(),
        None => Standings::new(plan.contestants.len(), plan.sprt),
    };
    let schedule = plan.schedule();
    let missing: Vec<usize> = (0..schedule.games())
        .filter(|&game| !standings.is_finished(game))
        .collect();
    let decision = |standings: &Standings| {
        let decision = standings.test().map(Test::decision);
        decision.filter(|&decision| decision != Decision::Continue)
    };
    if !missing.is_empty() && decision(&standings).is_none() {
        let mut first_seats = Some(Seats::full(plan)?);
        let queue = Mutex::new(missing.iter().copied());
        // No worker runs far ahead of what is safely kept.
        let (sender, finished) = mpsc::sync_channel(plan.concurrency);
        let mut failure = None;
        thread::scope(|scope| {
            for _ in 0..plan.concurrency.clamp(1, missing.len()) {
                let seats = first_seats.take().unwrap_or_else(|| Seats::empty(plan));
                let worker = Worker {
                    plan,
                    schedule: &schedule,
                    queue: &queue,
                    stop,
                };
                let sender = sender.clone();
                scope.spawn(move || worker.work(seats, &sender));
            }
            drop(sender);
            for played in finished {
                let kept = played.and_then(|record: GameRecord| {
                    if let Some(folder) = &mut folder {
                        folder.keep::<G>(&record)?;
                    }
                    Ok(record)
                });
                let record = match kept {
                    Ok(record) => record,
                    Err(error) => {
                        stop.set();
                        failure = Some(error);
                        break;
                    }
                };
                standings.add(&record);
                observe(&record, &standings);
                if decision(&standings).is_some() {
                    stop.set();
                }
            }
        });
        if let Some(error) = failure {
            return Err(error);
        }
    }
    let verdict = match decision(&standings) {
        Some(decision) => Verdict::Decided(decision),
        None if (0..schedule.games()).all(|game| standings.is_finished(game)) => Verdict::Complete,
        None => Verdict::Stopped,
    };
    Ok(Conclusion { standings, verdict })
}

/// Black and White.
type Pair<G> = [Box<dyn Player<G>>; 2];

/// The players of one worker; a player that failed leaves an empty seat, to be filled when it is
/// needed.
struct Seats<G: Contest>(Vec<Option<Box<dyn Player<G>>>>);

impl<G: Contest> Seats<G> {
    fn empty(plan: &Match<G>) -> Self {
        Self(plan.contestants.iter().map(|_| None).collect())
    }

    fn full(plan: &Match<G>) -> Result<Self, MatchError> {
        let start = |contestant: &Contestant<G>| {
            contestant
                .source
                .start()
                .map(Some)
                .map_err(|fault| MatchError::NoStart {
                    name: contestant.name.clone(),
                    fault,
                })
        };
        plan.contestants
            .iter()
            .map(start)
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// Takes the players of a game, Black first, from their seats, starting them if need be; if one
    /// does not start, its colour and its fault.
    fn take(
        &mut self,
        plan: &Match<G>,
        players: PerColor<usize>,
    ) -> Result<Pair<G>, (Color, Fault)> {
        let mut take = |color: Color| match self.0[players[color]].take() {
            Some(player) => Ok(player),
            None => plan.contestants[players[color]]
                .source
                .start()
                .map_err(|fault| (color, fault)),
        };
        let black = take(Color::Black)?;
        let white = match take(Color::White) {
            Ok(white) => white,
            Err(error) => {
                self.0[players[Color::Black]] = Some(black);
                return Err(error);
            }
        };
        Ok([black, white])
    }
}

/// Plays one game after another.
struct Worker<'a, G: Contest, Q> {
    plan: &'a Match<G>,
    schedule: &'a Schedule,
    queue: &'a Mutex<Q>,
    stop: &'a Stop,
}

impl<G: Contest, Q: Iterator<Item = usize>> Worker<'_, G, Q> {
    fn work(&self, mut seats: Seats<G>, finished: &SyncSender<Result<GameRecord, MatchError>>) {
        while !self.stop.is_set() {
            let next = self
                .queue
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .next();
            let Some(game) = next else { return };
            // Who moves first does not matter for the number of the opening.
            let number = self.schedule.assignment(game, Color::White).opening;
            let played = match self.plan.openings.get(number, self.plan.seed) {
                Some(opening) => self.play(game, &opening, &mut seats).map(Ok),
                None => Some(Err(MatchError::NoOpening)),
            };
            let Some(played) = played else { return };
            if finished.send(played).is_err() {
                return;
            }
        }
    }

    /// Plays a game; `None` if the match was stopped meanwhile.
    fn play(&self, game: usize, opening: &Opening<G>, seats: &mut Seats<G>) -> Option<GameRecord> {
        let plan = self.plan;
        let assignment = self.schedule.assignment(game, opening.start().to_move());
        let players = assignment.players;
        let mut sitting = match seats.take(plan, players) {
            Ok(sitting) => sitting,
            Err((loser, fault)) => {
                return Some(referee::forfeit(&assignment, opening, loser, fault));
            }
        };
        let [black, white] = &mut sitting;
        let table = Table {
            players: PerColor::new(black, white),
            controls: PerColor::from_fn(|color| plan.contestants[players[color]].control),
            tolerance: plan.tolerance,
        };
        let record = referee::play(table, &assignment, opening, plan.seeds(game), self.stop)?;
        let failed = match (&record.ending, record.result.color()) {
            (Ending::Fault(_), Some(winner)) => Some(!winner),
            _ => None,
        };
        for (color, player) in Color::ALL.into_iter().zip(sitting) {
            seats.0[players[color]] = (failed != Some(color)).then_some(player);
        }
        Some(record)
    }
}
