//! Threads that play the games of a training run.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use evaluation::TermWeights;
use game::SplitMix64;

use crate::game_record::SelfPlayGame;
use crate::self_play::{SelfPlayError, SelfPlayer};
use crate::training_run::{TrainingError, TrainingProgress, TrainingRun};

/// Interval of writing the weights and syncing the games to disk.
const SAVE_INTERVAL: Duration = Duration::from_secs(2);

/// Interval of checking `stop` while waiting for weights.
const STOP_CHECK_INTERVAL: Duration = Duration::from_millis(50);

type OnProgress<'a> = dyn FnMut(&TrainingProgress) + Send + 'a;

/// State shared by all threads.
pub(crate) struct WorkerPool<'a> {
    stop: &'a AtomicBool,
    started: Instant,
    threads: usize,
    state: Mutex<SharedState<'a>>,
    /// Signals that a game was learned from or a thread has failed.
    changed: Condvar,
}

struct SharedState<'a> {
    run: &'a mut TrainingRun,
    on_progress: &'a mut OnProgress<'a>,
    /// First game that may not be assigned yet.
    next_game: u32,
    /// Time spent on games by all threads.
    playing_time: Duration,
    last_save: Instant,
    failure: Option<TrainingError>,
}

impl SharedState<'_> {
    /// Assigns the next game that is neither played nor assigned.
    fn next_game_number(&mut self) -> Option<u32> {
        self.next_game = self.next_game.max(self.run.learner.games);
        while self.run.learner.is_pending(self.next_game) {
            self.next_game += 1;
        }
        let game = self.next_game;
        self.next_game += 1;
        (game < self.run.config.games).then_some(game)
    }
}

impl<'a> WorkerPool<'a> {
    pub fn new(
        run: &'a mut TrainingRun,
        threads: usize,
        stop: &'a AtomicBool,
        on_progress: &'a mut OnProgress<'a>,
    ) -> Self {
        let started = Instant::now();
        Self {
            stop,
            started,
            threads,
            state: Mutex::new(SharedState {
                run,
                on_progress,
                next_game: 0,
                playing_time: Duration::ZERO,
                last_save: started,
                failure: None,
            }),
            changed: Condvar::new(),
        }
    }

    /// Plays all missing games, one thread per player.
    pub fn run(self, players: &mut [SelfPlayer]) -> Result<(), TrainingError> {
        self.report_progress();
        thread::scope(|scope| {
            for player in players {
                scope.spawn(|| self.work(player));
            }
        });
        let state = self.state.into_inner();
        match state.unwrap_or_else(PoisonError::into_inner).failure {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    fn work(&self, player: &mut SelfPlayer) {
        let seed = self.lock().run.config.seed;
        while let Some((game, weights)) = self.next_game() {
            let start = Instant::now();
            let played = player.play(game, &weights, game_rng(seed, game));
            let submitted = self.submit(played, start.elapsed());
            if let Err(error) = submitted {
                self.lock().failure.get_or_insert(error);
                self.changed.notify_all();
                return;
            }
            self.changed.notify_all();
            self.report_progress();
        }
    }

    fn lock(&self) -> MutexGuard<'_, SharedState<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the weights of the next game.
    fn next_game(&self) -> Option<(u32, Arc<TermWeights>)> {
        let mut state = self.lock();
        let game = state.next_game_number()?;
        loop {
            if self.stop.load(Ordering::Relaxed) || state.failure.is_some() {
                return None;
            }
            if let Some(weights) = state.run.learner.weights_for_game(game) {
                return Some((game, weights));
            }
            let waited = self.changed.wait_timeout(state, STOP_CHECK_INTERVAL);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Stores a game and learns from it.
    fn submit(
        &self,
        played: Result<SelfPlayGame, SelfPlayError>,
        playing_time: Duration,
    ) -> Result<(), TrainingError> {
        let game = played?;
        let mut state = self.lock();
        state.run.file.append(&game)?;
        state.run.learner.add_game(game);
        state.playing_time += playing_time;
        if state.last_save.elapsed() >= SAVE_INTERVAL {
            state.last_save = Instant::now();
            state.run.save()?;
        }
        Ok(())
    }

    fn report_progress(&self) {
        let mut state = self.lock();
        let elapsed = self.started.elapsed();
        let thread_time = elapsed.as_secs_f64() * self.threads as f64;
        let learner = &state.run.learner;
        let progress = TrainingProgress {
            games: learner.games,
            resumed_games: learner.resumed_games,
            plies: learner.plies,
            first_won: learner.first_won,
            params: learner.params().to_vec(),
            utilization: state.playing_time.as_secs_f64() / thread_time.max(f64::MIN_POSITIVE),
            elapsed,
        };
        (state.on_progress)(&progress);
    }
}

/// Random numbers of a game, independent of other seeds and games.
fn game_rng(seed: u64, game: u32) -> SplitMix64 {
    let seed_bits = SplitMix64::from_seed(seed).next_u64();
    SplitMix64::from_seed(seed_bits ^ u64::from(game)).split()
}
