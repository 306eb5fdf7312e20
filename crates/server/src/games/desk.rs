//! All games. A game that somebody has asked for is kept in memory; every change goes to the disk first.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use amazons::Position;
use tokio::sync::watch;
use tokio::task::AbortHandle;

use super::computer::{Decision, ask_program, find_move, limits};
use super::state::{Mind, State, summary};
use crate::dto::game::{Game, GameList, NewGame, NewMove};
use crate::dto::lessons::Lessons;
use crate::dto::problem::Refusal;
use crate::dto::review::ReviewState;
use crate::dto::side::Side;
use crate::dto::tree::Tree;
use crate::lessons::lessons;
use crate::pool::Pool;
use crate::programs::Programs;
use crate::store::{Store, StoreError};
use crate::thinking::Engines;

/// So many games stay in memory though nobody looks at them and nothing happens in them.
const MOST_AT_REST: usize = 200;

/// What one learns from is among so many games, the newest.
const MOST_LESSONS: usize = 1000;

/// All games; clones are the same ones.
#[derive(Clone, Debug)]
pub struct Games(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    store: Store,
    pool: Arc<Pool>,
    engines: Arc<Engines>,
    programs: Programs,
    open: Mutex<HashMap<u64, Arc<Table>>>,
}

/// A game in memory.
#[derive(Debug)]
struct Table {
    id: u64,
    seat: Mutex<Seat>,
    /// Told after every change: the game, or nothing once it is thrown away.
    news: watch::Sender<Option<Arc<Game>>>,
}

#[derive(Debug)]
struct Seat {
    state: State,
    /// The computer at its move.
    thinking: Option<AbortHandle>,
    /// Who waits for the flag to fall.
    flag: Option<AbortHandle>,
    /// Whether it was thrown away, while somebody still had it in hand.
    is_gone: bool,
}

impl Seat {
    fn is_thinking(&self) -> bool {
        self.thinking
            .as_ref()
            .is_some_and(|task| !task.is_finished())
    }

    fn stop(&mut self) {
        for task in [self.thinking.take(), self.flag.take()]
            .into_iter()
            .flatten()
        {
            task.abort();
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.stop();
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Self::failure(error)
    }
}

/// Runs what waits for the disk where nobody else has to wait for it.
async fn in_background<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(error) => Err(Refusal::failure(format!("the request failed: {error}"))),
    }
}

impl Games {
    /// The games in that database.
    #[must_use]
    pub fn new(store: Store, pool: Arc<Pool>, engines: Arc<Engines>, programs: Programs) -> Self {
        Self(Arc::new(Shared {
            store,
            pool,
            engines,
            programs,
            open: Mutex::default(),
        }))
    }

    /// Begins a game.
    ///
    /// # Errors
    /// If it cannot be, or cannot be kept.
    pub async fn create(&self, new: NewGame) -> Result<Game, Refusal> {
        let games = self.clone();
        in_background(move || {
            let state = State::new(new, Instant::now())?;
            let id = games.0.store.add(&state.stored)?;
            let table = games.open_table(id, state);
            Ok(games.after_change(&table, &mut table.lock()))
        })
        .await
    }

    /// Games with a smaller number than `before`, the newest first.
    ///
    /// # Errors
    /// If they cannot be read.
    pub async fn list(&self, before: Option<u64>, limit: usize) -> Result<GameList, Refusal> {
        let store = self.0.store.clone();
        in_background(move || {
            // One more, to see whether the list goes on.
            let mut found = store.list(before.unwrap_or(u64::MAX), limit + 1)?;
            let goes_on = found.len() > limit;
            found.truncate(limit);
            let next = found.last().filter(|_| goes_on).map(|&(id, _)| id);
            let games = found.into_iter().map(|(id, stored)| summary(id, stored));
            let games = games.collect::<Result<_, _>>()?;
            Ok(GameList { games, next })
        })
        .await
    }

    /// What the newest games teach.
    ///
    /// # Errors
    /// If they cannot be read.
    pub async fn lessons(&self) -> Result<Lessons, Refusal> {
        let store = self.0.store.clone();
        in_background(move || Ok(lessons(&store.list(u64::MAX, MOST_LESSONS)?))).await
    }

    /// A game as it stands.
    ///
    /// # Errors
    /// If there is none of that number.
    pub async fn get(&self, id: u64) -> Result<Game, Refusal> {
        let table = self.find(id).await?;
        let seat = table.lock();
        Ok(table.view(&seat))
    }

    /// The position of a game.
    ///
    /// # Errors
    /// If there is none of that number.
    pub async fn position(&self, id: u64) -> Result<Position, Refusal> {
        let table = self.find(id).await?;
        let seat = table.lock();
        Ok(*seat.state.position())
    }

    /// Looks on at a game: the receiver always has the newest, and nothing once the game is thrown away.
    ///
    /// # Errors
    /// If there is none of that number.
    pub async fn watch(&self, id: u64) -> Result<watch::Receiver<Option<Arc<Game>>>, Refusal> {
        let table = self.find(id).await?;
        let seat = table.lock();
        let receiver = table.news.subscribe();
        table.news.send_replace(Some(Arc::new(table.view(&seat))));
        Ok(receiver)
    }

    /// Throws a game away.
    ///
    /// # Errors
    /// If there is none of that number.
    pub async fn delete(&self, id: u64) -> Result<(), Refusal> {
        let games = self.clone();
        in_background(move || {
            let table = games.find_now(id)?;
            let mut seat = table.lock();
            if !games.0.store.delete(id)? {
                return Err(none(id));
            }
            seat.stop();
            seat.is_gone = true;
            games.lock().remove(&id);
            table.news.send_replace(None);
            Ok(())
        })
        .await
    }

    /// Plays a person's move.
    ///
    /// # Errors
    /// If there is no such game, or the move cannot be played.
    pub async fn play(&self, id: u64, new: NewMove) -> Result<Game, Refusal> {
        self.change(id, move |state, now| state.play_for_person(&new, now))
            .await
    }

    /// Takes moves back until so many are left.
    ///
    /// # Errors
    /// If there is no such game, or there are not so many moves.
    pub async fn take_back(&self, id: u64, to_ply: usize) -> Result<Game, Refusal> {
        self.change(id, move |state, now| {
            state.take_back(to_ply, now).map(|()| true)
        })
        .await
    }

    /// Gives up.
    ///
    /// # Errors
    /// If there is no such game, or it is over.
    pub async fn resign(&self, id: u64, side: Side) -> Result<Game, Refusal> {
        self.change(id, move |state, now| state.resign(side, now).map(|()| true))
            .await
    }

    /// Keeps comments and variations, which are known to be legal.
    ///
    /// # Errors
    /// If there is no such game.
    pub async fn keep_tree(&self, id: u64, tree: Tree) -> Result<Game, Refusal> {
        self.change(id, move |state, _| {
            state.keep_tree(tree);
            Ok(true)
        })
        .await
    }

    /// Keeps a review with a game that still stands as it did when it was reviewed.
    ///
    /// # Errors
    /// If there is no such game.
    pub async fn keep_review(
        &self,
        id: u64,
        review: ReviewState,
        start: String,
        moves: Vec<String>,
    ) -> Result<Game, Refusal> {
        self.change(id, move |state, _| {
            Ok(state.keep_review(review, &start, &moves))
        })
        .await
    }

    /// Notes the time on all clocks that run, for the program is about to end.
    pub fn stop_clocks(&self) {
        let tables: Vec<Arc<Table>> = self.lock().values().cloned().collect();
        for table in tables {
            let mut seat = table.lock();
            seat.stop();
            if seat.state.is_running() {
                seat.state.stop_clock(Instant::now());
                // If it cannot be written, the clock is as it was after the last move.
                let _ = self.0.store.put(table.id, &seat.state.stored);
            }
        }
    }

    /// Changes a game: on a copy, then on the disk, then for all to see. `change` says whether anything
    /// has changed.
    async fn change(
        &self,
        id: u64,
        change: impl FnOnce(&mut State, Instant) -> Result<bool, Refusal> + Send + 'static,
    ) -> Result<Game, Refusal> {
        let games = self.clone();
        in_background(move || {
            let table = games.find_now(id)?;
            let mut seat = table.lock();
            if seat.is_gone {
                return Err(none(id));
            }
            let now = Instant::now();
            let mut next = seat.state.clone();
            // Whoever comes too late has lost, even if nobody has noticed yet.
            let outcome = if next.fall(now) {
                Err(Refusal::conflict("the time is up"))
            } else {
                change(&mut next, now)
            };
            if next.stored.revision != seat.state.stored.revision {
                games.0.store.put(id, &next.stored)?;
                seat.state = next;
                games.after_change(&table, &mut seat);
            }
            outcome?;
            Ok(table.view(&seat))
        })
        .await
    }

    /// Sets the computer and the clock going as the game now wants it, and tells everybody.
    fn after_change(&self, table: &Arc<Table>, seat: &mut Seat) -> Game {
        seat.stop();
        let revision = seat.state.stored.revision;
        let runtime = tokio::runtime::Handle::current();
        let computer = seat.state.computer();
        // Where no other program may run, a game with one waits.
        let may_run = |mind| matches!(mind, Mind::Level(_)) || self.0.programs.permit().is_ok();
        if let Some(computer) = computer.filter(|computer| may_run(computer.mind)) {
            let (games, id) = (self.clone(), table.id);
            let position = *seat.state.position();
            let limits = limits(&seat.state, computer, Instant::now());
            let line = seat.state.line();
            let task = runtime.spawn(async move {
                let shared = &games.0;
                let decision = match computer.mind {
                    Mind::Level(level) => {
                        let (pool, engines) = (&shared.pool, &shared.engines);
                        let found = find_move(pool, engines, level, position, limits).await;
                        found.map(Decision::Play)
                    }
                    Mind::Program(program) => {
                        ask_program(&shared.programs, program, id, line, limits).await
                    }
                };
                if let Some(decision) = decision {
                    games.decide_for_computer(id, revision, decision);
                }
            });
            seat.thinking = Some(task.abort_handle());
        }
        if let Some(end) = seat.state.flag_falls() {
            let (games, id) = (self.clone(), table.id);
            let task = runtime.spawn(async move {
                tokio::time::sleep_until(end.into()).await;
                // Done in a task of its own, for the change ends this one.
                tokio::spawn(async move { games.change(id, |_, _| Ok(false)).await });
            });
            seat.flag = Some(task.abort_handle());
        }
        let view = table.view(seat);
        table.news.send_replace(Some(Arc::new(view.clone())));
        view
    }

    /// Does what the computer has decided, if the game has not changed since.
    fn decide_for_computer(&self, id: u64, revision: u64, decision: Decision) {
        let lost = format!("{decision:?} is lost");
        let change = move |state: &mut State, now| {
            let is_same = state.stored.revision == revision;
            match decision {
                _ if !is_same => {}
                Decision::Play(mv) if state.position().check(mv).is_ok() => state.play(mv, now),
                Decision::Play(_) => {}
                Decision::Resign => state.resign(state.position().to_move().into(), now)?,
                Decision::BreakDown(sentence) => state.break_down(sentence, now)?,
            }
            Ok(is_same)
        };
        let games = self.clone();
        // In a task of its own, for the change ends the one that thinks.
        tokio::spawn(async move {
            if let Err(refusal) = games.change(id, change).await
                && refusal.status.is_server_error()
            {
                eprintln!("thermodon: {lost}: {}", refusal.sentence);
            }
        });
    }

    async fn find(&self, id: u64) -> Result<Arc<Table>, Refusal> {
        let there = self.lock().get(&id).cloned();
        if let Some(table) = there {
            return Ok(table);
        }
        let games = self.clone();
        in_background(move || games.find_now(id)).await
    }

    /// Finds a game, on the disk if need be.
    fn find_now(&self, id: u64) -> Result<Arc<Table>, Refusal> {
        let there = self.lock().get(&id).cloned();
        if let Some(table) = there {
            return Ok(table);
        }
        let stored = self.0.store.get(id)?.ok_or_else(|| none(id))?;
        let state = State::load(stored, Instant::now())?;
        let table = self.open_table(id, state);
        let mut seat = table.lock();
        if seat.thinking.is_none() && seat.flag.is_none() {
            self.after_change(&table, &mut seat);
        }
        drop(seat);
        Ok(table)
    }

    /// Keeps a game in memory; the one that is there already, if another was faster.
    fn open_table(&self, id: u64, state: State) -> Arc<Table> {
        let mut open = self.lock();
        if open.len() >= MOST_AT_REST {
            open.retain(|_, table| Arc::strong_count(table) > 1 || table.is_busy());
        }
        let table = open.entry(id).or_insert_with(|| {
            let seat = Mutex::new(Seat {
                state,
                thinking: None,
                flag: None,
                is_gone: false,
            });
            let news = watch::Sender::new(None);
            Arc::new(Table { id, seat, news })
        });
        Arc::clone(table)
    }

    /// No panic can leave the map half-changed.
    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Arc<Table>>> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    /// A change is made on a copy, so that no panic can leave it half-made.
    fn lock(&self) -> MutexGuard<'_, Seat> {
        self.seat.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn view(&self, seat: &Seat) -> Game {
        let is_thinking = seat.is_thinking();
        seat.state.view(self.id, is_thinking, Instant::now())
    }

    /// Whether somebody looks on, the computer thinks or a clock runs.
    fn is_busy(&self) -> bool {
        let seat = self.lock();
        self.news.receiver_count() > 0 || seat.is_thinking() || seat.state.is_running()
    }
}

fn none(id: u64) -> Refusal {
    Refusal::not_found(format!("there is no game {id}"))
}
