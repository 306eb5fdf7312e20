//! Opponent-model search against its definition without bounds, and the searcher made of it.

use game::{Color, Game, mix64};
use search::alpha_beta::AlphaBetaParameters;
use search::opponent_model::{
    Minimax, OmCounts, OmPruning, OmResult, OpponentModelSearch, SearchWidth, SearcherPredictor,
    TieBreak, om_search,
};
use search::{AlphaBeta, Evaluator, Score, SearchLimits, SearchResult, Searcher, Value};
use toys::{NodeScores, SyntheticTree, TicTacToe, TreeShape};

use crate::evaluators::ZeroEvaluator;
use crate::oracle::search;
use crate::ordered_tree::{OrderedTree, TreeScore};
use crate::random_tree::{RandomTree, RandomValues};

/// Evaluates a synthetic tree.
#[derive(Clone)]
enum ScoreOf {
    Us,
    Opponent,
}

impl Evaluator<SyntheticTree> for ScoreOf {
    fn evaluate(&mut self, tree: &SyntheticTree) -> Value {
        let score = match self {
            Self::Us => tree.own_score(),
            Self::Opponent => tree.opponent_score(),
        };
        Value::from_millilogits(match tree.to_move() {
            Color::Black => score,
            Color::White => -score,
        })
    }
}

/// Another random evaluation with few distinct values.
#[derive(Clone)]
struct OtherValues;

impl Evaluator<RandomTree> for OtherValues {
    fn evaluate(&mut self, position: &RandomTree) -> Value {
        Value::from_millilogits((mix64(position.key() ^ 991) % 9) as i32 * 100 - 400)
    }
}

/// The definition: V and g of a position for the player to move.
fn by_definition<G: Game>(
    position: &G,
    depth: u32,
    we_move: bool,
    tie_break: TieBreak,
    own: &mut impl Evaluator<G>,
    model: &mut impl Evaluator<G>,
) -> (Value, Value) {
    if let Some(outcome) = position.proven_outcome() {
        let value = Value::from_outcome(outcome, position.to_move());
        return (value, value);
    }
    if depth == 0 {
        return (own.evaluate(position), model.evaluate(position));
    }
    let children: Vec<(Value, Value)> = position
        .moves()
        .into_iter()
        .map(|mv| {
            let mut child = position.clone();
            child.play(mv);
            let (v, g) = by_definition(&child, depth - 1, !we_move, tie_break, own, model);
            (v.to_parent(), g.to_parent())
        })
        .collect();
    let g = children
        .iter()
        .map(|child| child.1)
        .max()
        .expect("there are moves");
    let mut chosen = children
        .iter()
        .filter(|child| child.1 == g)
        .map(|child| child.0);
    let v = if we_move {
        children.iter().map(|child| child.0).max()
    } else {
        match tie_break {
            TieBreak::First => chosen.next(),
            // The largest value for the opponent is the worst for us.
            TieBreak::WorstForUs => chosen.max(),
        }
    };
    (v.expect("there are moves"), g)
}

fn synthetic(seed: u64) -> (SyntheticTree, u32) {
    let bits = mix64(seed);
    let shape = TreeShape {
        branching_factor: 1 + (bits % 4) as u8,
        similarity_percent: (bits >> 8) as u8 % 5 * 25,
        node_scores: if (bits >> 16).is_multiple_of(4) {
            NodeScores::Hundredths
        } else {
            NodeScores::Integers(1 + (bits >> 24) as u16 % 9)
        },
    };
    (SyntheticTree::new(shape, seed), 1 + (bits >> 32) as u32 % 5)
}

fn search_synthetic(
    tree: &SyntheticTree,
    depth: u32,
    pruning: OmPruning,
    tie_break: TieBreak,
) -> OmResult<<SyntheticTree as Game>::Move> {
    let (own, model) = (&mut ScoreOf::Us, &mut ScoreOf::Opponent);
    om_search(tree, depth, own, model, pruning, tie_break)
}

const EXACT: [OmPruning; 3] = [OmPruning::None, OmPruning::Beta, OmPruning::BetaRootBound];

#[test]
fn exact_prunings_have_the_value_of_the_definition() {
    let mut saved = 0;
    for seed in 0..3_000 {
        let (tree, depth) = synthetic(seed);
        for tie_break in [TieBreak::First, TieBreak::WorstForUs] {
            let (own, model) = (&mut ScoreOf::Us, &mut ScoreOf::Opponent);
            let (truth, _) = by_definition(&tree, depth, true, tie_break, own, model);
            let found = EXACT.map(|pruning| search_synthetic(&tree, depth, pruning, tie_break));
            for (pruning, finding) in EXACT.iter().zip(found) {
                assert_eq!(
                    finding.value, truth,
                    "{tree} to {depth}, {pruning:?}, {tie_break:?}"
                );
                assert_eq!(
                    finding.best_move, found[0].best_move,
                    "{tree} to {depth}, {pruning:?}"
                );
            }
            let work = |counts: OmCounts| counts.own_evaluations + counts.model_evaluations;
            let [plain, beta, bound] = found.map(|finding| work(finding.counts));
            assert_eq!(plain, 2 * tree.move_count().pow(depth));
            assert!(bound <= beta && beta <= plain);
            saved += usize::from(bound < beta) + usize::from(beta < plain);
        }
    }
    assert!(saved > 5_000, "only {saved} searches saved work");
}

#[test]
fn exact_prunings_have_the_value_of_the_definition_where_games_end() {
    let mut compared = 0;
    for seed in 0..2_500 {
        let tree = RandomTree::new(seed, 8);
        if tree.outcome().is_some() {
            continue;
        }
        for depth in 1..=5 {
            for tie_break in [TieBreak::First, TieBreak::WorstForUs] {
                let (own, model) = (&mut RandomValues, &mut OtherValues);
                let (truth, _) = by_definition(&tree, depth, true, tie_break, own, model);
                for pruning in EXACT {
                    let found = om_search(&tree, depth, own, model, pruning, tie_break);
                    assert_eq!(
                        found.value, truth,
                        "{seed} to {depth}, {pruning:?}, {tie_break:?}"
                    );
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 50_000, "only {compared} compared");
}

#[test]
fn probing_has_the_value_of_one_pass() {
    for seed in 0..2_000 {
        let (tree, depth) = synthetic(seed);
        let one_pass = search_synthetic(&tree, depth, OmPruning::None, TieBreak::First);
        let model = Minimax::with_caller_depth(ScoreOf::Opponent);
        let mut prober = OpponentModelSearch::new(ScoreOf::Us, vec![(model, 1.0)]);
        let result = search(&mut prober, &tree, &SearchLimits::depth(depth));
        let score = result.score().expect("there is a move");
        assert_eq!(
            score,
            Score::Estimate(one_pass.value.millilogits()),
            "{tree} to {depth}"
        );
        let counts = prober.counts();
        assert!(counts.own_evaluations > 0 && (counts.model_evaluations > 0 || depth == 1));
    }
}

/// The counts of Iida, Uiterwijk and van den Herik for perfectly ordered trees.
#[test]
fn the_best_case_needs_the_known_number_of_model_evaluations() {
    for (width, max_depth) in [(2_u8, 10), (3, 7), (4, 6), (5, 5), (6, 5)] {
        for depth in 2..=max_depth {
            let tree = OrderedTree::new(width, depth);
            let (own, model) = (&mut TreeScore, &mut TreeScore);
            let found = om_search(&tree, depth, own, model, OmPruning::Beta, TieBreak::First);
            let (w, k) = (u64::from(width), depth / 2);
            let (many, fewer) = (w.pow(k + 1), w.pow(k));
            let k = u64::from(k);
            let least = if depth.is_multiple_of(2) {
                k * many - (k - 1) * fewer
            } else {
                (k + 1) * many - k * fewer
            };
            assert_eq!(
                found.counts.model_evaluations, least,
                "width {width}, depth {depth}"
            );
            assert_eq!(found.value, Value::DRAW);
        }
    }
}

#[test]
fn our_own_evaluation_as_model_gives_minimax_and_no_model_gives_less() {
    let mut more = 0;
    for seed in 0..1_000 {
        let (tree, depth) = synthetic(seed);
        let (_, minimax) = Minimax::with_caller_depth(ScoreOf::Us)
            .best_move(&tree, depth)
            .expect("there are moves");
        let (own, other) = (&mut ScoreOf::Us, &mut ScoreOf::Us);
        let alike = om_search(&tree, depth, own, other, OmPruning::Beta, TieBreak::First);
        assert_eq!(alike.value, minimax, "{tree} to {depth}");
        for pruning in [OmPruning::Beta, OmPruning::RootValue] {
            let found = search_synthetic(&tree, depth, pruning, TieBreak::First);
            assert!(found.value >= minimax, "{tree} to {depth}, {pruning:?}");
            more += usize::from(found.value > minimax);
        }
    }
    assert!(more > 500, "only {more} times more than minimax");
}

#[test]
fn the_minimax_model_agrees_with_alpha_beta() {
    for seed in 0..300 {
        let tree = RandomTree::new(seed, 7);
        if tree.outcome().is_some() {
            continue;
        }
        for depth in 1..=4 {
            let (mv, value) = Minimax::with_depth(RandomValues, depth)
                .best_move(&tree, depth)
                .expect("there are moves");
            let mut alpha_beta = AlphaBeta::new(RandomValues)
                .with_memory_limit(0)
                .with_parameters(AlphaBetaParameters::full_width());
            let result = search(&mut alpha_beta, &tree, &SearchLimits::depth(depth));
            let known = [false, true].map(|is_proven| Score::from_value(value, is_proven));
            assert!(result.score().is_some_and(|score| known.contains(&score)));
            let firsts = tree.moves().into_iter().find(|&mv| {
                let mut child = tree.clone();
                child.play(mv);
                let behind = match child.proven_outcome() {
                    Some(outcome) => Value::from_outcome(outcome, child.to_move()),
                    None if depth == 1 => RandomValues.evaluate(&child),
                    None => {
                        Minimax::with_depth(RandomValues, 1)
                            .best_move(&child, depth - 1)
                            .expect("there are moves")
                            .1
                    }
                };
                behind.to_parent() == value
            });
            assert_eq!(firsts, Some(mv), "the first of equal moves");
        }
    }
}

/// Searches one ply ahead and takes the first of equal cells.
fn one_ply_opponent() -> Minimax<ZeroEvaluator> {
    Minimax::with_depth(ZeroEvaluator, 1)
}

/// Predicts that opponent, or else plays alpha-beta.
fn cautious_player() -> OpponentModelSearch<TicTacToe, ZeroEvaluator, Minimax<ZeroEvaluator>> {
    OpponentModelSearch::new(ZeroEvaluator, vec![(one_ply_opponent(), 1.0)])
        .with_fallback(AlphaBeta::new(ZeroEvaluator).with_memory_limit(1 << 12))
}

/// Plays X against O and returns the winner.
fn play_game(
    player: &mut impl Searcher<TicTacToe>,
    opponent: &mut impl FnMut(&TicTacToe) -> toys::Cell,
) -> Option<Color> {
    let mut board = TicTacToe::start();
    while board.outcome().is_none() {
        let mv = match board.to_move() {
            Color::Black => search(player, &board, &SearchLimits::depth(5))
                .best_move()
                .expect("there are moves"),
            Color::White => opponent(&board),
        };
        board.play(mv);
    }
    board.outcome().and_then(game::Outcome::winner)
}

#[test]
fn a_predicted_opponent_is_beaten() {
    let mut player = cautious_player();
    let mut model = one_ply_opponent();
    let mut opponent = |board: &TicTacToe| model.best_move(board, 1).expect("there are moves").0;
    assert_eq!(play_game(&mut player, &mut opponent), Some(Color::Black));
    // Two replies or more, all predicted.
    assert!(player.posterior().unknown_probability() < 0.02);
}

#[test]
fn an_unpredicted_opponent_is_noticed() {
    let mut player = cautious_player();
    let mut last = |board: &TicTacToe| *board.moves().last().expect("there are moves");
    play_game(&mut player, &mut last);
    assert!(player.posterior().unknown_probability() > 0.3);
    player.clear();
    assert!(player.posterior().unknown_probability() < 0.11);
}

#[test]
fn the_value_of_a_mixture_does_not_exceed_its_models() {
    let mut between = 0;
    for seed in 0..300 {
        let (tree, _) = synthetic(seed);
        let value = |models: Vec<(Minimax<ScoreOf>, f64)>| {
            let mut player = OpponentModelSearch::new(ScoreOf::Us, models);
            match search(&mut player, &tree, &SearchLimits::depth(2)).score() {
                Some(Score::Estimate(value)) => value,
                other => panic!("{other:?}"),
            }
        };
        let likes_us = || Minimax::with_depth(ScoreOf::Us, 1);
        let other = || Minimax::with_depth(ScoreOf::Opponent, 1);
        let alone = [value(vec![(likes_us(), 1.0)]), value(vec![(other(), 1.0)])];
        let both = value(vec![(likes_us(), 0.5), (other(), 0.5)]);
        let most = alone[0].max(alone[1]);
        assert!(both <= most + 1, "{alone:?} {both}");
        between += usize::from(both < most);
    }
    assert!(between > 30, "{between}");
}

#[test]
fn predictions_of_a_searcher_are_cached_and_reproducible() {
    let limits = SearchLimits::depth(2);
    let start = TicTacToe::parse("x../.o./..x o").expect("the board is valid");
    let predictor = || {
        let searcher = AlphaBeta::new(ZeroEvaluator).with_memory_limit(1 << 12);
        SearcherPredictor::new(Box::new(searcher), limits.clone())
    };
    let mut player = OpponentModelSearch::new(ZeroEvaluator, vec![(predictor(), 1.0)])
        .with_width(SearchWidth { root: 4, below: 2 });
    let first = search(&mut player, &start, &SearchLimits::depth(3));
    let again = search(&mut player, &start, &SearchLimits::depth(3));
    let lines = |result: &SearchResult<_>| -> Vec<_> {
        let lines = result.lines.iter();
        lines.map(|line| (line.score, line.pv.clone())).collect()
    };
    assert_eq!(lines(&first), lines(&again));
    assert!(first.nodes > again.nodes, "predictions are cached");
    player.clear();
    assert_eq!(search(&mut player, &start, &SearchLimits::depth(3)), first);
}

#[test]
fn a_search_without_nodes_has_a_best_move() {
    let mut player = OpponentModelSearch::new(ZeroEvaluator, vec![(one_ply_opponent(), 1.0)]);
    for nodes in [0, 1, 5] {
        let limits = SearchLimits::nodes(nodes);
        let result = search(&mut player, &TicTacToe::start(), &limits);
        assert!(result.best_move().is_some());
    }
    let over = TicTacToe::parse("xxx/oo./... o").expect("the board is valid");
    let result = search(&mut player, &over, &SearchLimits::depth(3));
    assert_eq!(result.best_move(), None);
}
