//! The player: looks into our moves, and into the replies that its models foretell alone.
//!
//! Compared with a walk through the whole tree, the model is asked for the opponent's move in one position at a time, so
//! it can be anybody, looking as far as they do; and our own evaluation is only asked where play can go. Several models
//! with shares make the value of their positions an average over what each of them would play (PrOM-search).
//!
//! After every reply it looks back whether the reply was foretold. When models stop fitting, it plays alpha-beta.

use std::collections::HashMap;

use game::Game;

use super::beliefs::Beliefs;
use super::one_pass::Counts;
use super::prediction::Predictor;
use crate::chance::{chance_of, estimate_of};
use crate::evaluator::find_move;
use crate::{
    AlphaBeta, Answer, Budget, Candidates, Evaluator, Limits, Line, Memory, Report, Score,
    Searcher, Signal, Value, Wanted,
};

/// The deepest search, if nobody says less.
const MOST_DEPTH: u32 = 250;

/// So many predictions are remembered before all are forgotten.
const MOST_REMEMBERED: usize = 1 << 18;

/// How many of our own moves are looked into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Width {
    /// In the position that the search starts from.
    pub at_root: usize,
    /// In others.
    pub below: usize,
}

impl Width {
    /// All moves.
    pub const ALL: Self = Self {
        at_root: usize::MAX,
        below: usize::MAX,
    };
}

/// A searcher that foretells the opponent's replies.
#[derive(Debug)]
pub struct OpponentModel<G: Game, F, P> {
    own: F,
    models: Vec<P>,
    width: Width,
    beliefs: Beliefs,
    /// What is played while the models do not fit; `None` to believe them in any case.
    fallback: Option<AlphaBeta<F>>,
    /// Foretold moves by position, plies left (where they matter) and model.
    known: HashMap<(u64, u32, usize), Option<G::Move>>,
    /// Where the opponent has to reply to our last answer, and how far the search looked from there.
    awaited: Option<(G, u32)>,
    counts: Counts,
}

impl<G: Game, F, P> OpponentModel<G, F, P> {
    /// A searcher with our evaluation and models with their shares, which looks at all moves and believes its models
    /// whatever happens.
    ///
    /// # Panics
    /// Without any model.
    #[must_use]
    pub fn new(own: F, models: Vec<(P, f64)>) -> Self {
        assert!(!models.is_empty(), "a model takes at least one opponent");
        let (models, shares): (Vec<P>, Vec<f64>) = models.into_iter().unzip();
        Self {
            own,
            models,
            width: Width::ALL,
            beliefs: Beliefs::new(&shares),
            fallback: None,
            known: HashMap::new(),
            awaited: None,
            counts: Counts::default(),
        }
    }

    /// Looks into so many of our moves.
    #[must_use]
    pub fn with_width(self, width: Width) -> Self {
        Self { width, ..self }
    }

    /// Searches by that searcher instead as soon as the opponent's replies do not fit, and until they do again.
    #[must_use]
    pub fn with_fallback(self, searcher: AlphaBeta<F>) -> Self {
        Self {
            fallback: Some(searcher),
            ..self
        }
    }

    /// What is believed about the opponent.
    #[must_use]
    pub fn beliefs(&self) -> &Beliefs {
        &self.beliefs
    }

    /// What the last search took: evaluations of ours, and positions that models looked at.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }
}

impl<G, F, P> OpponentModel<G, F, P>
where
    G: Game,
    F: Evaluator<G> + Send,
    P: Predictor<G>,
{
    /// The move that a model foretells.
    fn foretold(
        &mut self,
        position: &G,
        plies: u32,
        model: usize,
        budget: &Budget<'_>,
        signal: &Signal,
    ) -> Option<G::Move> {
        let matters = self.models[model].looks_to_the_horizon();
        let key = (position.key(), if matters { plies } else { 0 }, model);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let foreseen = self.models[model].predict(position, plies, signal);
        let nodes = foreseen.map_or(0, |foreseen| foreseen.nodes);
        self.counts.model += nodes;
        budget.charge(nodes);
        let mv = foreseen.map(|foreseen| foreseen.mv);
        if !signal.is_given() {
            if self.known.len() >= MOST_REMEMBERED {
                self.known.clear();
            }
            self.known.insert(key, mv);
        }
        mv
    }

    /// Looks back: was the reply that led here foretold?
    fn look_back(&mut self, position: &G, budget: &Budget<'_>, signal: &Signal) {
        let Some((before, plies)) = self.awaited.take() else {
            return;
        };
        let mut child = before.clone();
        let reply = find_move(&before, |mv| {
            let undo = child.play(mv);
            let is_here = child.key() == position.key();
            child.unplay(mv, undo);
            is_here
        });
        // Otherwise this is another game, or somebody else made our move.
        if let Some(reply) = reply {
            let was_right: Vec<bool> = (0..self.models.len())
                .map(|model| self.foretold(&before, plies, model, budget, signal) == Some(reply))
                .collect();
            if !signal.is_given() {
                self.beliefs.learn(&was_right);
            }
        }
    }

    fn await_reply(&mut self, position: &G, answer: &Answer<G::Move>) {
        self.awaited = answer.best_move().map(|mv| {
            let mut after = position.clone();
            after.play(mv);
            (after, answer.depth.saturating_sub(1).max(1))
        });
    }
}

impl<G, F, P> Searcher<G> for OpponentModel<G, F, P>
where
    G: Game,
    F: Evaluator<G> + Send,
    P: Predictor<G>,
{
    fn search(
        &mut self,
        position: &G,
        limits: &Limits<G::Move>,
        signal: &Signal,
        listener: &mut dyn FnMut(Report<G::Move>),
    ) -> Answer<G::Move> {
        self.counts = Counts::default();
        let budget = &Budget::new(limits, signal);
        self.look_back(position, budget, signal);
        let answer = match &mut self.fallback {
            Some(fallback) if !self.beliefs.fit() => {
                fallback.search(position, limits, signal, listener)
            }
            _ => {
                let shares = self.beliefs.shares();
                let mut probe = Probe {
                    player: self,
                    shares,
                    budget,
                    signal,
                    is_stopped: false,
                };
                probe.deepen(position, limits, listener)
            }
        };
        self.await_reply(position, &answer);
        answer
    }

    fn forget(&mut self) {
        self.known.clear();
        self.awaited = None;
        self.beliefs.forget();
        if let Some(fallback) = &mut self.fallback {
            fallback.forget();
        }
    }

    fn memory(&self) -> Memory {
        let entry = size_of::<((u64, u32, usize), Option<G::Move>)>();
        let fallback = self.fallback.as_ref().map_or(0, AlphaBeta::bytes);
        Memory {
            bytes: self.known.capacity() * entry + fallback,
            is_full: false,
        }
    }
}

/// A search under way.
struct Probe<'a, G: Game, F, P> {
    player: &'a mut OpponentModel<G, F, P>,
    shares: Vec<f64>,
    budget: &'a Budget<'a>,
    signal: &'a Signal,
    is_stopped: bool,
}

/// A move of the first position.
#[derive(Clone, Copy)]
struct RootMove<M> {
    mv: M,
    value: Value,
}

impl<G, F, P> Probe<'_, G, F, P>
where
    G: Game,
    F: Evaluator<G> + Send,
    P: Predictor<G>,
{
    /// One ply deeper at a time, until the budget is spent or nothing is left to find.
    fn deepen(
        &mut self,
        position: &G,
        limits: &Limits<G::Move>,
        listener: &mut dyn FnMut(Report<G::Move>),
    ) -> Answer<G::Move> {
        let mut moves = self.root_moves(position, limits);
        let lines = limits.lines.max(1);
        let mut searched = 0;
        for depth in 1..=limits.depth.unwrap_or(MOST_DEPTH).min(MOST_DEPTH) {
            let deeper = self.root_values(position, &moves, depth);
            if self.is_stopped {
                break;
            }
            moves = deeper;
            searched = depth;
            let first: Vec<_> = moves.iter().take(lines).copied().collect();
            for (rank, root) in (1..).zip(&first) {
                listener(Report {
                    depth,
                    rank,
                    line: self.line(position, root, depth),
                    nodes: self.budget.nodes(),
                    time: self.budget.elapsed(),
                });
            }
            if first.iter().all(|root| root.value.is_decided()) || self.should_save_time() {
                break;
            }
        }
        let first: Vec<_> = moves.iter().take(lines).copied().collect();
        Answer {
            lines: first
                .iter()
                .map(|root| self.line(position, root, searched))
                .collect(),
            depth: searched,
            nodes: self.budget.nodes(),
        }
    }

    /// Each depth takes several times as long as the one before; one that would be cut short is of no use.
    fn should_save_time(&self) -> bool {
        let allowance = self.budget.allowance();
        allowance.is_some_and(|allowance| allowance.used > allowance.left)
    }

    fn root_moves(&mut self, position: &G, limits: &Limits<G::Move>) -> Vec<RootMove<G::Move>> {
        let is_wanted = |mv: G::Move| limits.moves.is_empty() || limits.moves.contains(&mv);
        let most = if limits.moves.is_empty() {
            self.player.width.at_root.max(limits.lines)
        } else {
            usize::MAX
        };
        let mut candidates = Candidates::new();
        if position.outcome().is_none() {
            self.list(position, most, &mut candidates);
        }
        let all_lose =
            |list: &Candidates<G::Move>| list.as_slice().iter().all(|known| known.value.is_loss());
        if !candidates.is_complete() && all_lose(&candidates) && !self.budget.is_spent() {
            self.list(position, usize::MAX, &mut candidates);
        }
        let mut moves: Vec<_> = candidates
            .as_slice()
            .iter()
            .filter(|candidate| is_wanted(candidate.mv))
            .map(|candidate| RootMove {
                mv: candidate.mv,
                value: candidate.value,
            })
            .collect();
        // Whatever happens, there is a move to answer with, unless there is none at all.
        if moves.is_empty()
            && let Some(mv) = find_move(position, is_wanted)
        {
            let value = Value::DRAW;
            moves.push(RootMove { mv, value });
        }
        moves
    }

    /// All moves with their values at that depth, the best first, equal ones in the order that they had.
    fn root_values(
        &mut self,
        position: &G,
        moves: &[RootMove<G::Move>],
        depth: u32,
    ) -> Vec<RootMove<G::Move>> {
        let mut position = position.clone();
        let mut valued = Vec::with_capacity(moves.len());
        for root in moves {
            let value = if depth == 1 || root.value.is_decided() {
                root.value
            } else {
                let undo = position.play(root.mv);
                let value = self.theirs(&mut position, depth - 1);
                position.unplay(root.mv, undo);
                value.seen_from_parent()
            };
            if self.is_stopped {
                return Vec::new();
            }
            valued.push(RootMove { value, ..*root });
        }
        valued.sort_by_key(|root| std::cmp::Reverse(root.value));
        valued
    }

    /// The move, and the reply that is expected most.
    fn line(&mut self, position: &G, root: &RootMove<G::Move>, depth: u32) -> Line<G::Move> {
        let mut moves = vec![root.mv];
        let likeliest = (0..self.shares.len()).max_by(|&one, &other| {
            self.shares[one]
                .total_cmp(&self.shares[other])
                .then(other.cmp(&one))
        });
        if depth > 1
            && !root.value.is_decided()
            && let Some(model) = likeliest
        {
            let mut after = position.clone();
            after.play(root.mv);
            moves.extend(self.foretold(&after, depth - 1, model));
        }
        Line {
            score: Score::of(root.value, false),
            moves,
            visits: None,
        }
    }

    fn foretold(&mut self, position: &G, plies: u32, model: usize) -> Option<G::Move> {
        self.player
            .foretold(position, plies, model, self.budget, self.signal)
    }

    fn list(&mut self, position: &G, most: usize, candidates: &mut Candidates<G::Move>) {
        let wanted = Wanted {
            most,
            enough: Value::BEST,
            budget: self.budget,
        };
        self.player.own.candidates(position, &wanted, candidates);
        self.player.counts.own += candidates.as_slice().len() as u64;
    }

    /// Takes a position out of the budget.
    fn visit(&mut self) -> bool {
        self.is_stopped |= !self.budget.visit();
        !self.is_stopped
    }

    /// A position where we move, to us.
    fn ours(&mut self, position: &mut G, depth: u32) -> Value {
        if !self.visit() {
            return Value::DRAW;
        }
        let mut candidates = Candidates::new();
        self.list(position, self.player.width.below, &mut candidates);
        let mut best = self.best_of(position, &candidates, depth);
        if best.is_loss() && !candidates.is_complete() && !self.is_stopped {
            self.list(position, usize::MAX, &mut candidates);
            best = self.best_of(position, &candidates, depth);
        }
        self.is_stopped |= self.budget.is_spent();
        best
    }

    fn best_of(&mut self, position: &mut G, list: &Candidates<G::Move>, depth: u32) -> Value {
        let mut best = Value::WORST;
        for candidate in list.as_slice() {
            let value = if depth <= 1 || candidate.value.is_decided() {
                candidate.value
            } else {
                let undo = position.play(candidate.mv);
                let value = match self.player.own.proven_outcome(position) {
                    Some(outcome) => Value::of_outcome(outcome, position.to_move()),
                    None => self.theirs(position, depth - 1),
                };
                position.unplay(candidate.mv, undo);
                value.seen_from_parent()
            };
            if self.is_stopped {
                break;
            }
            best = best.max(value);
        }
        best
    }

    /// A position where they move, to them: what our side of it is worth after the moves that are foretold.
    fn theirs(&mut self, position: &mut G, depth: u32) -> Value {
        if !self.visit() {
            return Value::DRAW;
        }
        if let Some(outcome) = self.player.own.proven_outcome(position) {
            return Value::of_outcome(outcome, position.to_move());
        }
        let mut replies: Vec<(G::Move, f64)> = Vec::with_capacity(1);
        for model in 0..self.shares.len() {
            let Some(mv) = self.foretold(position, depth, model) else {
                continue;
            };
            match replies.iter_mut().find(|(known, _)| *known == mv) {
                Some((_, share)) => *share += self.shares[model],
                None => replies.push((mv, self.shares[model])),
            }
        }
        let mut values = Vec::with_capacity(replies.len());
        for (mv, share) in replies {
            let undo = position.play(mv);
            let value = match self.player.own.proven_outcome(position) {
                Some(outcome) => Value::of_outcome(outcome, position.to_move()),
                None if depth <= 1 => {
                    self.player.counts.own += 1;
                    self.player.own.evaluate(position)
                }
                None => self.ours(position, depth - 1),
            };
            position.unplay(mv, undo);
            values.push((without_proof(value.seen_from_parent()), share));
        }
        expected(&values)
    }
}

/// What follows from a prediction is no proof, however decided it looks. Sooner is still better.
fn without_proof(value: Value) -> Value {
    let limit = Value::ESTIMATE_LIMIT;
    match value.plies() {
        Some(plies) if value.is_win() => Value::estimate(limit - plies.min(1_000) as i32),
        Some(plies) => Value::estimate(plies.min(1_000) as i32 - limit),
        None => value,
    }
}

/// The value of the average chance of winning.
fn expected(values: &[(Value, f64)]) -> Value {
    match values {
        [] => Value::DRAW,
        [(value, _)] => *value,
        _ => {
            let sum: f64 = values.iter().map(|(_, share)| share).sum();
            let chance = |&(value, share): &(Value, f64)| f64::from(chance_of(value)) * share;
            let mean = values.iter().map(chance).sum::<f64>() / sum;
            estimate_of(mean as f32)
        }
    }
}
