//! A course of learning: play a game, keep it, learn from it, and so on.
//!
//! Several games are played at a time. Game n is played with the weights after game n − lag, however many threads
//! there are, and games are learned from in their order: so threads change nothing but the time it takes, and
//! with a lag of 1 every game is played with what was learned from all before it, as in the paper.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use engine::RandomNumbers;
use evaluation::Weights;
use thiserror::Error;

use crate::curve::Curve;
use crate::lesson::Learner;
use crate::record::PlayedGame;
use crate::self_play::{SelfPlayError, SelfPlayer};
use crate::settings::Settings;
use crate::store::{GameFile, StoreError};

/// Why a course cannot be held.
#[derive(Debug, Error)]
pub enum CourseError {
    /// Nothing to do, or not enough.
    #[error("a course needs at least one game, a lag of at least one, and a rate that is a number")]
    Empty,
    /// Numbers of another form.
    #[error("the course begins with {found} numbers, but its form has {expected}")]
    Start {
        /// The numbers to begin with.
        found: usize,
        /// The numbers of the form.
        expected: usize,
    },
    /// Another course is there.
    #[error("{folder} holds a course whose {setting} is {there}, not {wanted}")]
    Differs {
        /// The folder.
        folder: PathBuf,
        /// The setting that differs.
        setting: String,
        /// Its value there.
        there: String,
        /// Its value here.
        wanted: String,
    },
    /// The games cannot be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The games cannot be played.
    #[error(transparent)]
    Play(#[from] SelfPlayError),
    /// The system refused.
    #[error("cannot use {folder}: {error}")]
    Io {
        /// The folder.
        folder: PathBuf,
        /// Why not.
        error: io::Error,
    },
}

/// How far a course has come.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The games that were learned from.
    pub games: u32,
    /// Those of them that were there before.
    pub found: u32,
    /// Their moves, all together.
    pub plies: u64,
    /// The games that who moved first has won.
    pub first_won: u32,
    /// The numbers learned so far.
    pub numbers: Vec<f64>,
    /// The share of the threads' time that went into games, and not into waiting.
    pub busy: f64,
    /// The time since it began, or went on.
    pub elapsed: Duration,
}

/// A course in a folder.
#[derive(Debug)]
pub struct Course {
    folder: PathBuf,
    settings: Settings,
    file: GameFile,
    pupil: Pupil,
}

/// The points of a curve, at least.
const CURVE_POINTS: u32 = 200;

/// How often the weights are written, and the games made safe from a loss of power.
const PERIOD: Duration = Duration::from_secs(2);

/// Names of the files.
const GAMES: &str = "games.bin";
const WEIGHTS: &str = "weights.txt";
const CURVE: &str = "curve.csv";

impl Course {
    /// Opens a folder, which is created if there is none, and learns anew from the games that are there: they are
    /// all that is needed to go on.
    ///
    /// # Errors
    /// If another course is there, or the folder cannot be used.
    pub fn open(folder: &Path, settings: &Settings) -> Result<Self, CourseError> {
        if settings.games == 0 || settings.lag == 0 || !settings.rate.is_finite() {
            return Err(CourseError::Empty);
        }
        if let Some(start) = &settings.start {
            let (found, expected) = (start.len(), settings.form.start().len());
            if found != expected {
                return Err(CourseError::Start { found, expected });
            }
        }
        // What cannot be played is refused before anything is written.
        SelfPlayer::new(&settings.play)?;
        let io = |error| CourseError::Io {
            folder: folder.to_owned(),
            error,
        };
        std::fs::create_dir_all(folder).map_err(io)?;
        let heading = serde_json::to_string(settings).map_err(|error| io(error.into()))?;
        let mut pupil = Pupil::new(settings);
        let opened = GameFile::open(&folder.join(GAMES), &heading, |game| pupil.take(game));
        let file = opened.map_err(|error| match &error {
            StoreError::Differs { there, .. } => match settings.first_difference(there) {
                Some((setting, there, wanted)) => CourseError::Differs {
                    folder: folder.to_owned(),
                    setting,
                    there,
                    wanted,
                },
                None => error.into(),
            },
            _ => error.into(),
        })?;
        pupil.found = pupil.learned;
        Ok(Self {
            folder: folder.to_owned(),
            settings: settings.clone(),
            file,
            pupil,
        })
    }

    /// Plays what is missing on so many threads and learns from it. `observe` sees what there is at the beginning and
    /// after every game; setting `stop` ends it, and all finished games are kept.
    ///
    /// # Errors
    /// If games cannot be played or kept.
    pub fn run(
        &mut self,
        threads: usize,
        stop: &AtomicBool,
        observe: &mut (dyn FnMut(&Progress) + Send),
    ) -> Result<(), CourseError> {
        let began = Instant::now();
        let mut players = Vec::new();
        for _ in 0..threads.max(1) {
            players.push(SelfPlayer::new(&self.settings.play)?);
        }
        let school = School {
            settings: &self.settings,
            folder: &self.folder,
            stop,
            began,
            threads: players.len(),
            room: Mutex::new(Room {
                file: &mut self.file,
                pupil: &mut self.pupil,
                next: 0,
                busy: Duration::ZERO,
                written: began,
                observe,
                failure: None,
            }),
            learned: Condvar::new(),
        };
        school.show();
        thread::scope(|scope| {
            for player in &mut players {
                let school = &school;
                scope.spawn(move || school.work(player));
            }
        });
        let room = school
            .room
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        match room.failure {
            Some(error) => Err(error),
            None => {
                self.file.sync()?;
                self.write()
            }
        }
    }

    /// Whether all games are played.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.pupil.learned >= self.settings.games
    }

    /// What was learned, to play with.
    #[must_use]
    pub fn weights(&self) -> Weights {
        self.pupil.weights(&self.settings)
    }

    /// What was learned, in the order of [`Form::names`](crate::Form::names).
    #[must_use]
    pub fn numbers(&self) -> &[f64] {
        self.pupil.learner.numbers()
    }

    /// The numbers as they changed.
    #[must_use]
    pub fn curve(&self) -> &Curve {
        &self.pupil.curve
    }

    /// Where the weights are written to.
    #[must_use]
    pub fn weights_file(&self) -> PathBuf {
        self.folder.join(WEIGHTS)
    }

    fn write(&self) -> Result<(), CourseError> {
        write_state(&self.folder, &self.settings, &self.pupil)
    }
}

/// Who learns: the weights after all games up to one, and the games that came before their turn.
#[derive(Debug)]
struct Pupil {
    settings: Settings,
    learner: Learner,
    learned: u32,
    found: u32,
    plies: u64,
    first_won: u32,
    waiting: BTreeMap<u32, PlayedGame>,
    /// The weights after the last games, the latest one last.
    versions: VecDeque<Arc<Weights>>,
    curve: Curve,
}

impl Pupil {
    fn new(settings: &Settings) -> Self {
        let mut learner = Learner::new(settings.form, settings.method, settings.differences);
        if let Some(start) = &settings.start {
            learner = learner.starting_from(start);
        }
        let mut pupil = Self {
            settings: settings.clone(),
            learner,
            learned: 0,
            found: 0,
            plies: 0,
            first_won: 0,
            waiting: BTreeMap::new(),
            versions: VecDeque::new(),
            curve: Curve {
                names: settings.form.names(),
                points: Vec::new(),
            },
        };
        pupil.remember();
        pupil
    }

    /// Takes a game, and learns from all whose turn has come.
    fn take(&mut self, game: PlayedGame) {
        if game.number >= self.learned && game.number < self.settings.games {
            self.waiting.insert(game.number, game);
        }
        while let Some(game) = self.waiting.remove(&self.learned) {
            self.learner
                .learn(&game, self.settings.rate_at(self.learned));
            self.learned += 1;
            self.plies += game.plies.len() as u64;
            self.first_won += u32::from(game.winner == game.start.to_move());
            self.remember();
        }
    }

    fn remember(&mut self) {
        let every = (self.settings.games / CURVE_POINTS).max(1);
        if self.learned.is_multiple_of(every) || self.learned == self.settings.games {
            let numbers = self.learner.numbers().to_vec();
            self.curve.points.push((self.learned, numbers));
        }
        self.versions.push_back(Arc::new(self.learner.weights("")));
        if self.versions.len() > self.settings.lag as usize {
            self.versions.pop_front();
        }
    }

    /// The weights that a game is to be played with; `None` if it is too early to know.
    fn version_for(&self, game: u32) -> Option<Arc<Weights>> {
        let wanted = (game + 1).saturating_sub(self.settings.lag);
        let first = self.learned + 1 - self.versions.len() as u32;
        let place = wanted.checked_sub(first)?;
        self.versions.get(place as usize).cloned()
    }

    fn weights(&self, settings: &Settings) -> Weights {
        self.learner.weights(&settings.provenance(self.learned))
    }
}

/// What all threads share.
struct School<'a> {
    settings: &'a Settings,
    folder: &'a Path,
    stop: &'a AtomicBool,
    began: Instant,
    threads: usize,
    room: Mutex<Room<'a>>,
    /// A game was learned from, or something has failed.
    learned: Condvar,
}

/// What one thread at a time may touch.
struct Room<'a> {
    file: &'a mut GameFile,
    pupil: &'a mut Pupil,
    /// The first game that nobody has taken; those that are there are passed over.
    next: u32,
    busy: Duration,
    written: Instant,
    observe: &'a mut (dyn FnMut(&Progress) + Send),
    failure: Option<CourseError>,
}

impl Room<'_> {
    /// The next game to be played.
    fn take_next(&mut self, games: u32) -> Option<u32> {
        self.next = self.next.max(self.pupil.learned);
        while self.pupil.waiting.contains_key(&self.next) {
            self.next += 1;
        }
        let game = self.next;
        self.next += 1;
        (game < games).then_some(game)
    }
}

impl<'a> School<'a> {
    fn work(&self, player: &mut SelfPlayer) {
        while let Some((game, weights)) = self.next_game() {
            let begin = Instant::now();
            let numbers = numbers_of(self.settings.seed, game);
            let played = player.play(game, &weights, numbers);
            let taken = self.hand_in(played, begin.elapsed());
            if let Err(error) = taken {
                self.enter().failure.get_or_insert(error);
                self.learned.notify_all();
                return;
            }
            self.learned.notify_all();
            self.show();
        }
    }

    fn enter(&self) -> MutexGuard<'_, Room<'a>> {
        self.room.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A game to be played, as soon as its weights are known.
    fn next_game(&self) -> Option<(u32, Arc<Weights>)> {
        let mut room = self.enter();
        let game = room.take_next(self.settings.games)?;
        loop {
            if self.stop.load(Ordering::Relaxed) || room.failure.is_some() {
                return None;
            }
            if let Some(weights) = room.pupil.version_for(game) {
                return Some((game, weights));
            }
            // Now and then it looks whether it was stopped.
            let waited = self.learned.wait_timeout(room, Duration::from_millis(50));
            room = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn hand_in(
        &self,
        played: Result<PlayedGame, SelfPlayError>,
        took: Duration,
    ) -> Result<(), CourseError> {
        let game = played?;
        let mut room = self.enter();
        room.file.append(&game)?;
        room.pupil.take(game);
        room.busy += took;
        if room.written.elapsed() >= PERIOD {
            room.written = Instant::now();
            room.file.sync()?;
            write_state(self.folder, self.settings, room.pupil)?;
        }
        Ok(())
    }

    fn show(&self) {
        let mut room = self.enter();
        let elapsed = self.began.elapsed();
        let all = elapsed.as_secs_f64() * self.threads as f64;
        let pupil = &room.pupil;
        let progress = Progress {
            games: pupil.learned,
            found: pupil.found,
            plies: pupil.plies,
            first_won: pupil.first_won,
            numbers: pupil.learner.numbers().to_vec(),
            busy: room.busy.as_secs_f64() / all.max(f64::MIN_POSITIVE),
            elapsed,
        };
        (room.observe)(&progress);
    }
}

/// The random numbers of a game: others for every seed and every game.
fn numbers_of(seed: u64, game: u32) -> RandomNumbers {
    let of_seed = RandomNumbers::from_seed(seed).next_bits();
    RandomNumbers::from_seed(of_seed ^ u64::from(game)).split()
}

/// Writes weights and curve, each beside its file and then moved there, so that nobody ever sees half of it.
fn write_state(folder: &Path, settings: &Settings, pupil: &Pupil) -> Result<(), CourseError> {
    let write = |name: &str, text: String| {
        let beside = folder.join(format!("{name}.part"));
        std::fs::write(&beside, text)
            .and_then(|()| std::fs::rename(&beside, folder.join(name)))
            .map_err(|error| CourseError::Io {
                folder: folder.to_owned(),
                error,
            })
    };
    write(WEIGHTS, pupil.weights(settings).to_string())?;
    write(CURVE, pupil.curve.to_csv())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::self_play::PlaySettings;

    fn settings(lag: u32) -> Settings {
        Settings {
            games: 12,
            lag,
            play: PlaySettings {
                position: "5x5".to_owned(),
                nodes: Some(2),
                ..PlaySettings::default()
            },
            ..Settings::default()
        }
    }

    /// Holds a course, stopping it after so many games.
    fn hold(folder: &Path, settings: &Settings, threads: usize, most: u32) -> Course {
        let mut course = Course::open(folder, settings).unwrap();
        let stop = AtomicBool::new(false);
        let mut observe = |progress: &Progress| {
            if progress.games - progress.found >= most {
                stop.store(true, Ordering::Relaxed);
            }
        };
        course.run(threads, &stop, &mut observe).unwrap();
        course
    }

    fn bits(course: &Course) -> Vec<u64> {
        course
            .numbers()
            .iter()
            .map(|number| number.to_bits())
            .collect()
    }

    /// However often it is interrupted, and on however many threads: the same weights, bit for bit.
    #[test]
    fn threads_and_interruptions_change_nothing() {
        for lag in [1, 5] {
            let settings = settings(lag);
            let whole = tempfile::tempdir().unwrap();
            let expected = hold(whole.path(), &settings, 1, u32::MAX);
            assert!(expected.is_complete());
            assert_ne!(expected.numbers(), settings.form.start());
            let cut = tempfile::tempdir().unwrap();
            for threads in [1, 3, 2] {
                hold(cut.path(), &settings, threads, 3);
            }
            let course = hold(cut.path(), &settings, 3, u32::MAX);
            assert!(course.is_complete());
            assert_eq!(bits(&course), bits(&expected), "lag {lag}");
            assert_eq!(course.curve(), expected.curve());
            let file = std::fs::read_to_string(course.weights_file()).unwrap();
            assert_eq!(file.parse(), Ok(expected.weights()));
        }
    }

    #[test]
    fn what_cannot_be_held_is_said_and_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let refusal = |settings: &Settings| {
            let opened = Course::open(folder.path(), settings);
            opened.expect_err("it cannot be held").to_string()
        };
        let mut endless = settings(1);
        endless.play.nodes = None;
        assert!(refusal(&endless).starts_with("a search needs a limit"));
        assert!(refusal(&settings(0)).starts_with("a course needs at least one game"));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        hold(folder.path(), &settings(1), 1, 1);
        let short = Settings {
            start: Some(vec![1.0; 3]),
            ..settings(1)
        };
        assert!(refusal(&short).ends_with("begins with 3 numbers, but its form has 9"));
        let other = Settings {
            seed: 2,
            ..settings(1)
        };
        assert!(refusal(&other).ends_with("holds a course whose seed is 1, not 2"));
    }
}
