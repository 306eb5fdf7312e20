//! Game reviews: background jobs that analyze every position of a game and judge its moves. A
//! review that no client asks for pauses and gives its slot to others.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use amazons::{Color, Game as _, Move, Position};
use axum::http::StatusCode;
use engine::Analysis;
use engine::review::{self, GameReview};
use parking_lot::Mutex;
use tokio::sync::watch;
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep_until};

use crate::address_limiter::{AddressLimit, AddressLimiter, AddressPermit};
use crate::analysis::{SearchService, StopCondition};
use crate::dto::error::{ApiError, ErrorReason};
use crate::dto::position::{parse_moves, parse_position};
use crate::dto::review::{
    NewReview, ReviewState, ReviewedMove, SideSummaries, SideSummary, TurningPoint,
};
use crate::dto::side::WinProbability;
use crate::dto::{check_range, move_strings};
use crate::games::{GameRegistry, MAX_MOVE_SECONDS, MIN_MOVE_SECONDS};
use crate::pool::Priority;
use crate::sync::run_blocking;

/// Search time per position if the request has no limit.
const DEFAULT_TIME_PER_MOVE: Duration = Duration::from_millis(500);

/// Maximum nodes per position that a request can ask for.
const MAX_NODES: u64 = 1_000_000;

/// Maximum number of reviews kept in memory. Only finished and paused ones are evicted, the oldest
/// first.
const MAX_REVIEWS: usize = 64;

/// All reviews.
#[derive(Debug)]
pub struct ReviewService {
    searches: SearchService,
    games: Arc<GameRegistry>,
    slots: Arc<AddressLimiter>,
    /// Time after which a review that no client asks for is paused.
    timeout: Duration,
    reviews: Mutex<ReviewMap>,
}

#[derive(Debug, Default)]
struct ReviewMap {
    last_id: u64,
    entries: BTreeMap<u64, ReviewEntry>,
}

#[derive(Debug)]
struct ReviewEntry {
    state: ReviewState,
    /// Whether a search failed, so that the review will not finish.
    has_failed: bool,
    task: AbortHandle,
    /// When a client last asked for it.
    last_request: watch::Sender<Instant>,
}

/// Slot of a running review; a paused one has none.
struct ReviewSlot {
    permit: Option<AddressPermit>,
    address: IpAddr,
    /// When a client last asked for the review.
    last_request: watch::Receiver<Instant>,
}

/// A game to review.
struct ReviewJob {
    start: Position,
    moves: Vec<Move>,
    /// Stop condition of each search.
    stop: StopCondition,
    /// Id of the stored game to which the review is attached.
    game: Option<u64>,
}

impl ReviewJob {
    fn new(request: &NewReview) -> Result<Self, ApiError> {
        let start = parse_position(&request.start)?;
        let (moves, _) = parse_moves(&start, &request.moves)?;
        if let Some(seconds) = request.seconds_per_move {
            let range = MIN_MOVE_SECONDS..=MAX_MOVE_SECONDS;
            check_range("the seconds per move", seconds, range)?;
        }
        if let Some(nodes) = request.nodes {
            check_range("the number of nodes", nodes, 1..=MAX_NODES)?;
        }
        let stop = match (request.nodes, request.seconds_per_move) {
            (Some(nodes), _) => StopCondition::Nodes(nodes),
            (None, Some(seconds)) => StopCondition::SearchTime(Duration::from_secs_f64(seconds)),
            (None, None) => StopCondition::SearchTime(DEFAULT_TIME_PER_MOVE),
        };
        Ok(Self {
            start,
            moves,
            stop,
            game: request.game,
        })
    }

    fn initial_state(&self, id: u64) -> ReviewState {
        ReviewState {
            id,
            total: self.moves.len() + 1,
            done: 0,
            finished: false,
            start_win_probability: None,
            moves: vec![None; self.moves.len()],
            turning_point: None,
            summaries: None,
        }
    }
}

impl ReviewService {
    pub fn new(
        searches: SearchService,
        games: Arc<GameRegistry>,
        slots: AddressLimit,
        timeout: Duration,
    ) -> Self {
        Self {
            searches,
            games,
            slots: AddressLimiter::new(
                "running reviews",
                |max| ErrorReason::TooManyReviews { max },
                slots,
            ),
            timeout,
            reviews: Mutex::default(),
        }
    }

    /// Starts a review for a client at `address` and returns its id.
    pub fn create(self: &Arc<Self>, request: &NewReview, address: IpAddr) -> Result<u64, ApiError> {
        let job = ReviewJob::new(request)?;
        let permit = self.slots.acquire(address, 1)?;
        let last_request = watch::Sender::new(Instant::now());
        let slot = ReviewSlot {
            permit: Some(permit),
            address,
            last_request: last_request.subscribe(),
        };
        let mut reviews = self.reviews.lock();
        reviews.evict(self.timeout);
        reviews.last_id += 1;
        let id = reviews.last_id;
        let state = job.initial_state(id);
        let service = Arc::clone(self);
        // The task cannot update the state before the lock is released, after the insertion below.
        let task = tokio::spawn(async move { service.run(id, job, slot).await }).abort_handle();
        let entry = ReviewEntry {
            state,
            has_failed: false,
            task,
            last_request,
        };
        reviews.entries.insert(id, entry);
        Ok(id)
    }

    /// Progress and results of a review. A paused one continues; a failed one is an error.
    pub fn get(&self, id: u64) -> Result<ReviewState, ApiError> {
        let reviews = self.reviews.lock();
        let entry = reviews.entries.get(&id).ok_or_else(|| not_found(id))?;
        if entry.has_failed {
            let message = format!("review {id} has failed; start it again");
            let detail = message.clone();
            return Err(
                ApiError::new(StatusCode::GONE, message).because(ErrorReason::Internal { detail })
            );
        }
        entry.last_request.send_replace(Instant::now());
        Ok(entry.state.clone())
    }

    /// Cancels and deletes a review.
    pub fn delete(&self, id: u64) -> Result<(), ApiError> {
        let entry = self.reviews.lock().entries.remove(&id);
        entry.ok_or_else(|| not_found(id))?.task.abort();
        Ok(())
    }

    /// Analyzes all positions in order and updates the state after each.
    async fn run(&self, id: u64, job: ReviewJob, mut slot: ReviewSlot) {
        let mut position = job.start;
        let mut analyses: Vec<Analysis> = Vec::with_capacity(job.moves.len() + 1);
        for ply in 0..=job.moves.len() {
            if let Some(&mv) = ply.checked_sub(1).and_then(|index| job.moves.get(index)) {
                position.play(mv);
            }
            let Some(analysis) = self.analyze(&position, job.stop, &mut slot).await else {
                drop(slot);
                if let Some(entry) = self.reviews.lock().entries.get_mut(&id) {
                    entry.has_failed = true;
                }
                return;
            };
            analyses.push(analysis);
            self.update(id, |state| record_position(state, &analyses, &job.moves));
        }
        let review = GameReview::new(analyses, &job.moves);
        let Some(state) = self.update(id, |state| record_summary(state, review.as_ref())) else {
            return;
        };
        if let Some(game) = job.game {
            let games = Arc::clone(&self.games);
            let (start, moves) = (job.start.to_text(), move_strings(&job.moves));
            let attach = move || games.attach_review(game, state, &start, &moves);
            // Fails if the game was deleted.
            let _ = run_blocking(attach).await;
        }
    }

    /// Searches a position; from the start again after a pause. `None` if the pool drops the
    /// search: it is closed, or the search panicked.
    async fn analyze(
        &self,
        position: &Position,
        stop: StopCondition,
        slot: &mut ReviewSlot,
    ) -> Option<Analysis> {
        loop {
            if slot.permit.is_none() {
                slot.last_request.changed().await.ok()?;
                slot.permit = self.slots.acquire(slot.address, 1).ok();
                continue;
            }
            let search = self
                .searches
                .search(position, 1, stop, Priority::Background);
            tokio::select! {
                analysis = search => return analysis.ok(),
                () = slot.abandoned(self.timeout) => {
                    slot.last_request.mark_unchanged();
                    slot.permit = None;
                }
            }
        }
    }

    /// Changes the state of a review and returns the new one; `None` if it was deleted.
    fn update(&self, id: u64, change: impl FnOnce(&mut ReviewState)) -> Option<ReviewState> {
        let mut reviews = self.reviews.lock();
        let entry = reviews.entries.get_mut(&id)?;
        change(&mut entry.state);
        Some(entry.state.clone())
    }
}

impl ReviewSlot {
    /// Waits until no client has asked for the review for so long.
    async fn abandoned(&self, timeout: Duration) {
        loop {
            let end = *self.last_request.borrow() + timeout;
            if end <= Instant::now() {
                return;
            }
            sleep_until(end).await;
        }
    }
}

impl ReviewMap {
    /// Evicts the oldest finished and paused reviews until there is room for a new one.
    fn evict(&mut self, timeout: Duration) {
        while self.entries.len() >= MAX_REVIEWS {
            let mut entries = self.entries.iter();
            let evictable = entries.find(|(_, entry)| {
                entry.state.finished
                    || entry.has_failed
                    || entry.last_request.borrow().elapsed() >= timeout
            });
            let Some((&oldest, _)) = evictable else {
                return;
            };
            if let Some(entry) = self.entries.remove(&oldest) {
                entry.task.abort();
            }
        }
    }
}

/// Records the last analysis and judges the move that led to its position.
fn record_position(state: &mut ReviewState, analyses: &[Analysis], moves: &[Move]) {
    state.done = analyses.len();
    match analyses {
        [first] => {
            let black = first.win_probability(Color::Black);
            state.start_win_probability = black.map(|p| WinProbability::of(Color::Black, p));
        }
        [.., before, after] => {
            let ply = analyses.len() - 1;
            let pair = vec![before.clone(), after.clone()];
            let review = GameReview::new(pair, &moves[ply - 1..ply]);
            let reviewed = review.as_ref().and_then(|review| review.moves().first());
            state.moves[ply - 1] = reviewed.map(|reviewed| move_to_dto(ply, reviewed, before));
        }
        [] => {}
    }
}

fn move_to_dto(ply: usize, reviewed: &review::ReviewedMove, before: &Analysis) -> ReviewedMove {
    let pv = before.lines().first().map(|info| &info.pv);
    ReviewedMove {
        ply,
        mv: reviewed.mv.to_string(),
        win_probability: WinProbability::of(reviewed.mover, reviewed.win_probability_after),
        loss: reviewed.win_probability_loss,
        judgement: reviewed.judgement.into(),
        best_move: reviewed.engine_move.to_string(),
        line: pv.into_iter().flatten().map(Move::to_string).collect(),
    }
}

/// Marks the review as finished and records its turning point and summaries.
fn record_summary(state: &mut ReviewState, review: Option<&GameReview>) {
    state.finished = true;
    let Some(review) = review else { return };
    state.turning_point = review.turning_point().map(|point| TurningPoint {
        ply: point.ply,
        leader: point.leader.into(),
        before: point.win_probabilities[0],
        after: point.win_probabilities[1],
    });
    let summaries = review.side_summaries();
    state.summaries = Some(SideSummaries {
        black: summary_to_dto(&summaries[Color::Black]),
        white: summary_to_dto(&summaries[Color::White]),
    });
}

fn summary_to_dto(summary: &review::SideSummary) -> SideSummary {
    SideSummary {
        counted_moves: summary.counted_moves,
        accuracy: summary.accuracy,
        mean_loss: summary.mean_loss,
    }
}

fn not_found(id: u64) -> ApiError {
    ApiError::not_found(format!("review {id} does not exist"))
}
