//! Reviews of whole games, a position at a time, in the background.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use amazons::{Color, Game as _, Move, Position};
use engine::Study;
use engine::review::{self, JudgedMove, Review};
use tokio::task::AbortHandle;

use crate::dto::analysis::Analyst;
use crate::dto::position::{read, read_moves};
use crate::dto::problem::Refusal;
use crate::dto::review::{
    NewReview, Performance, Performances, ReviewState, ReviewedMove, TurningPoint,
};
use crate::dto::side::Chances;
use crate::games::{Games, within};
use crate::pool::{Pool, Urgency};
use crate::thinking::{Engines, Enough, StudyJob};

/// The thinking about each position unless said otherwise.
const DEFAULT_TIME: Duration = Duration::from_millis(500);

/// The most positions that may be looked at for each.
const MOST_NODES: u64 = 1_000_000;

/// Finished reviews are kept so many at most, the newest ones.
const MOST_KEPT: usize = 64;

/// All reviews; clones are the same ones.
#[derive(Clone, Debug)]
pub struct Reviews(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    pool: Arc<Pool>,
    engines: Arc<Engines>,
    games: Games,
    /// So many may be under way at once.
    most: usize,
    all: Mutex<All>,
}

#[derive(Debug, Default)]
struct All {
    last: u64,
    reviews: BTreeMap<u64, Entry>,
}

#[derive(Debug)]
struct Entry {
    state: Arc<ReviewState>,
    task: AbortHandle,
}

/// A game to be reviewed.
struct Case {
    start: Position,
    moves: Vec<Move>,
    enough: Enough,
    /// The kept game that it is.
    game: Option<u64>,
}

impl Case {
    fn new(new: &NewReview) -> Result<Self, Refusal> {
        let start = read(&new.start)?;
        let (moves, _) = read_moves(&start, &new.moves)?;
        if let Some(seconds) = new.seconds_per_move {
            within("the seconds for a move", seconds, 0.01, 60.0)?;
        }
        let enough = match (new.nodes, new.seconds_per_move) {
            (Some(nodes), _) if !(1..=MOST_NODES).contains(&nodes) => {
                let sentence = format!("the nodes must be from 1 to {MOST_NODES}, not {nodes}");
                return Err(Refusal::bad_request(sentence));
            }
            (Some(nodes), _) => Enough::Nodes(nodes),
            (None, Some(seconds)) => Enough::Time(Duration::from_secs_f64(seconds)),
            (None, None) => Enough::Time(DEFAULT_TIME),
        };
        Ok(Self {
            start,
            moves,
            enough,
            game: new.game,
        })
    }

    fn empty_state(&self, id: u64) -> ReviewState {
        ReviewState {
            id,
            total: self.moves.len() + 1,
            done: 0,
            finished: false,
            start_chances: None,
            moves: vec![None; self.moves.len()],
            turning_point: None,
            performance: None,
        }
    }
}

impl Reviews {
    /// Reviews by these threads, so many at once.
    #[must_use]
    pub fn new(pool: Arc<Pool>, engines: Arc<Engines>, games: Games, most: usize) -> Self {
        Self(Arc::new(Shared {
            pool,
            engines,
            games,
            most,
            all: Mutex::default(),
        }))
    }

    /// Begins a review and returns its number.
    ///
    /// # Errors
    /// If the game cannot be, or too many reviews are under way.
    pub fn create(&self, new: &NewReview) -> Result<u64, Refusal> {
        let case = Case::new(new)?;
        let mut all = self.lock();
        let running = all.reviews.values().filter(|one| !one.state.finished);
        if running.count() >= self.0.most {
            return Err(Refusal::too_many(format!(
                "{} reviews are under way, and no more may be at once",
                self.0.most
            )));
        }
        all.forget_oldest();
        all.last += 1;
        let id = all.last;
        let state = Arc::new(case.empty_state(id));
        let reviews = self.clone();
        // It takes the lock only after this has given it back.
        let task = tokio::spawn(async move { reviews.run(id, case).await }).abort_handle();
        all.reviews.insert(id, Entry { state, task });
        Ok(id)
    }

    /// How far a review has come.
    ///
    /// # Errors
    /// If there is none of that number.
    pub fn get(&self, id: u64) -> Result<Arc<ReviewState>, Refusal> {
        let all = self.lock();
        let entry = all.reviews.get(&id).ok_or_else(|| none(id))?;
        Ok(Arc::clone(&entry.state))
    }

    /// Ends a review and forgets it.
    ///
    /// # Errors
    /// If there is none of that number.
    pub fn delete(&self, id: u64) -> Result<(), Refusal> {
        let entry = self.lock().reviews.remove(&id).ok_or_else(|| none(id))?;
        entry.task.abort();
        Ok(())
    }

    async fn run(&self, id: u64, case: Case) {
        let mut position = case.start;
        let mut studies: Vec<Study> = Vec::with_capacity(case.moves.len() + 1);
        for ply in 0..=case.moves.len() {
            if let Some(&mv) = ply.checked_sub(1).and_then(|index| case.moves.get(index)) {
                position.play(mv);
            }
            let study = self.0.engines.study(&position, 1, Analyst::Network);
            let (job, answer) = StudyJob::new(study, case.enough);
            self.0.pool.submit(Urgency::Background, job);
            let Ok(study) = answer.await else {
                return;
            };
            studies.push(study);
            self.change(id, |state| note(state, &studies, &case.moves));
        }
        let review = Review::new(studies, &case.moves);
        let Some(state) = self.change(id, |state| finish(state, review.as_ref())) else {
            return;
        };
        if let Some(game) = case.game {
            let moves = case.moves.iter().map(Move::to_string).collect();
            // A game that is gone needs no review.
            let _ = self
                .0
                .games
                .keep_review(game, (*state).clone(), case.start.to_text(), moves)
                .await;
        }
    }

    fn change(&self, id: u64, change: impl FnOnce(&mut ReviewState)) -> Option<Arc<ReviewState>> {
        let mut all = self.lock();
        let entry = all.reviews.get_mut(&id)?;
        change(Arc::make_mut(&mut entry.state));
        Some(Arc::clone(&entry.state))
    }

    /// No panic can leave the map half-changed.
    fn lock(&self) -> MutexGuard<'_, All> {
        self.0.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl All {
    fn forget_oldest(&mut self) {
        while self.reviews.len() >= MOST_KEPT {
            let finished = self.reviews.iter().find(|(_, one)| one.state.finished);
            let Some((&oldest, _)) = finished else { return };
            self.reviews.remove(&oldest);
        }
    }
}

/// Notes the last study, and judges the move that led to its position.
fn note(state: &mut ReviewState, studies: &[Study], moves: &[Move]) {
    state.done = studies.len();
    match studies {
        [first] => {
            let chance = first.chance(Color::Black);
            state.start_chances = chance.map(|chance| Chances::of(Color::Black, chance));
        }
        [.., before, after] => {
            let ply = studies.len() - 1;
            let pair = vec![before.clone(), after.clone()];
            let review = Review::new(pair, &moves[ply - 1..ply]);
            let judged = review.as_ref().and_then(|review| review.moves().first());
            state.moves[ply - 1] = judged.map(|judged| reviewed(ply, judged, before));
        }
        [] => {}
    }
}

fn reviewed(ply: usize, judged: &JudgedMove, before: &Study) -> ReviewedMove {
    let line = before.lines().first().map(|info| &info.line);
    ReviewedMove {
        ply,
        mv: judged.mv.to_string(),
        chances: Chances::of(judged.mover, judged.after),
        loss: judged.loss,
        judgement: judged.judgement.into(),
        best_move: judged.preferred.to_string(),
        line: line.into_iter().flatten().map(Move::to_string).collect(),
    }
}

fn finish(state: &mut ReviewState, review: Option<&Review>) {
    state.finished = true;
    let Some(review) = review else { return };
    state.turning_point = review.turning_point().map(|turn| TurningPoint {
        ply: turn.ply,
        leader: turn.leader.into(),
        before: turn.chances[0],
        after: turn.chances[1],
    });
    let performances = review.performances();
    state.performance = Some(Performances {
        black: performance(&performances[Color::Black]),
        white: performance(&performances[Color::White]),
    });
}

fn performance(performance: &review::Performance) -> Performance {
    Performance {
        counted: performance.counted,
        accuracy: performance.accuracy,
        mean_loss: performance.mean_loss,
    }
}

fn none(id: u64) -> Refusal {
    Refusal::not_found(format!("there is no review {id}"))
}
