//! Opponent-model search against its definition, written down once more without any bounds; and the player that is
//! made of it.

use game::{Color, Game};
use search::alpha_beta::Parameters;
use search::opponent_model::{
    Counts, Finding, Form, Habit, Minimax, OpponentModel, Ties, Width, one_pass,
};
use search::{AlphaBeta, Evaluator, Limits, Score, Searcher, Value};
use toys::{Numbers, SyntheticTree, TicTacToe, TreeShape};

use crate::oracle::search;
use crate::ordered_tree::{self, OrderedTree};
use crate::random_numbers::scrambled;
use crate::random_tree::{RandomTree, RandomValues};

/// Our eyes in a synthetic tree.
#[derive(Clone)]
struct Ours;

/// The opponent's eyes.
#[derive(Clone)]
struct Theirs;

fn for_mover(tree: &SyntheticTree, score: i32) -> Value {
    Value::estimate(match tree.to_move() {
        Color::Black => score,
        Color::White => -score,
    })
}

impl Evaluator<SyntheticTree> for Ours {
    fn evaluate(&mut self, tree: &SyntheticTree) -> Value {
        for_mover(tree, tree.own_score())
    }
}

impl Evaluator<SyntheticTree> for Theirs {
    fn evaluate(&mut self, tree: &SyntheticTree) -> Value {
        for_mover(tree, tree.opponents_score())
    }
}

/// Another opinion about random trees; few different values, so that many are equal.
#[derive(Clone)]
struct OtherValues;

impl Evaluator<RandomTree> for OtherValues {
    fn evaluate(&mut self, position: &RandomTree) -> Value {
        Value::estimate((scrambled(position.key() ^ 991) % 9) as i32 * 100 - 400)
    }
}

/// The definition: V and g of a position, as the player to move sees them.
fn by_definition<G: Game>(
    position: &G,
    depth: u32,
    we_move: bool,
    ties: Ties,
    own: &mut impl Evaluator<G>,
    model: &mut impl Evaluator<G>,
) -> (Value, Value) {
    if let Some(outcome) = position.proven_outcome() {
        let value = Value::of_outcome(outcome, position.to_move());
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
            let (v, g) = by_definition(&child, depth - 1, !we_move, ties, own, model);
            (v.seen_from_parent(), g.seen_from_parent())
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
        match ties {
            Ties::First => chosen.next(),
            // What is most to them is least to us.
            Ties::AgainstUs => chosen.max(),
        }
    };
    (v.expect("there are moves"), g)
}

fn synthetic(seed: u64) -> (SyntheticTree, u32) {
    let bits = scrambled(seed);
    let shape = TreeShape {
        width: 1 + (bits % 4) as u8,
        likeness: (bits >> 8) as u8 % 5 * 25,
        numbers: if (bits >> 16).is_multiple_of(4) {
            Numbers::Fine
        } else {
            Numbers::UpTo(1 + (bits >> 24) as u16 % 9)
        },
    };
    (SyntheticTree::new(shape, seed), 1 + (bits >> 32) as u32 % 5)
}

const EXACT: [Form; 3] = [Form::Plain, Form::Beta, Form::RootBound];

#[test]
fn every_pruned_form_has_the_value_of_the_definition() {
    let mut saved = 0;
    for seed in 0..3_000 {
        let (tree, depth) = synthetic(seed);
        for ties in [Ties::First, Ties::AgainstUs] {
            let (truth, _) = by_definition(&tree, depth, true, ties, &mut Ours, &mut Theirs);
            let found =
                EXACT.map(|form| one_pass(&tree, depth, &mut Ours, &mut Theirs, form, ties));
            for (form, finding) in EXACT.iter().zip(found) {
                assert_eq!(
                    finding.value, truth,
                    "{tree} to {depth}, {form:?}, {ties:?}"
                );
                assert_eq!(
                    finding.best_move, found[0].best_move,
                    "{tree} to {depth}, {form:?}"
                );
            }
            let work = |counts: Counts| counts.own + counts.model;
            let [plain, beta, bound] = found.map(|finding| work(finding.counts));
            assert_eq!(plain, 2 * tree.move_count().pow(depth));
            assert!(bound <= beta && beta <= plain);
            saved += usize::from(bound < beta) + usize::from(beta < plain);
        }
    }
    assert!(saved > 5_000, "only {saved} times was anything saved");
}

/// With ends of the game, draws, and widths from one to five.
#[test]
fn the_same_holds_where_games_end() {
    let mut compared = 0;
    for seed in 0..2_500 {
        let tree = RandomTree::new(seed, 8);
        if tree.outcome().is_some() {
            continue;
        }
        for depth in 1..=5 {
            for ties in [Ties::First, Ties::AgainstUs] {
                let (own, model) = (&mut RandomValues, &mut OtherValues);
                let (truth, _) = by_definition(&tree, depth, true, ties, own, model);
                for form in EXACT {
                    let found = one_pass(&tree, depth, own, model, form, ties);
                    assert_eq!(found.value, truth, "{seed} to {depth}, {form:?}, {ties:?}");
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
        let one_pass = one_pass(
            &tree,
            depth,
            &mut Ours,
            &mut Theirs,
            Form::Plain,
            Ties::First,
        );
        let model = Minimax::to_the_horizon(Theirs);
        let mut prober = OpponentModel::new(Ours, vec![(model, 1.0)]);
        let answer = search(&mut prober, &tree, &Limits::depth(depth));
        let score = answer.score().expect("there is a move");
        assert_eq!(
            score,
            Score::Estimate(one_pass.value.thousandths()),
            "{tree} to {depth}"
        );
        let counts = prober.counts();
        assert!(counts.own > 0 && (counts.model > 0 || depth == 1));
    }
}

/// The counts of Iida, Uiterwijk and van den Herik for perfectly ordered trees.
#[test]
fn the_best_case_takes_as_few_evaluations_of_the_model_as_known() {
    for (width, most_depth) in [(2_u8, 10), (3, 7), (4, 6), (5, 5), (6, 5)] {
        for depth in 2..=most_depth {
            let tree = OrderedTree::new(width, depth);
            let found: Finding<u8> = one_pass(
                &tree,
                depth,
                &mut ordered_tree::Score,
                &mut ordered_tree::Score,
                Form::Beta,
                Ties::First,
            );
            let (w, k) = (u64::from(width), depth / 2);
            let (many, fewer) = (w.pow(k + 1), w.pow(k));
            let k = u64::from(k);
            let least = if depth.is_multiple_of(2) {
                k * many - (k - 1) * fewer
            } else {
                (k + 1) * many - k * fewer
            };
            assert_eq!(found.counts.model, least, "width {width}, depth {depth}");
            assert_eq!(found.value, Value::DRAW);
        }
    }
}

#[test]
fn an_opponent_who_thinks_as_we_do_makes_it_minimax_and_no_other_makes_it_less() {
    let mut more = 0;
    for seed in 0..1_000 {
        let (tree, depth) = synthetic(seed);
        let (_, minimax) = Minimax::to_the_horizon(Ours)
            .choose(&tree, depth)
            .expect("there are moves");
        let alike = one_pass(&tree, depth, &mut Ours, &mut Ours, Form::Beta, Ties::First);
        assert_eq!(alike.value, minimax, "{tree} to {depth}");
        for form in [Form::Beta, Form::RootValue] {
            let found = one_pass(&tree, depth, &mut Ours, &mut Theirs, form, Ties::First);
            assert!(found.value >= minimax, "{tree} to {depth}, {form:?}");
            more += usize::from(found.value > minimax);
        }
    }
    assert!(more > 500, "only {more} times more than minimax");
}

/// The plain searcher that serves as an opponent agrees with alpha-beta, which is tested elsewhere.
#[test]
fn the_model_of_minimax_is_minimax() {
    for seed in 0..300 {
        let tree = RandomTree::new(seed, 7);
        if tree.outcome().is_some() {
            continue;
        }
        for depth in 1..=4 {
            let (mv, value) = Minimax::to_depth(RandomValues, depth)
                .choose(&tree, depth)
                .expect("there are moves");
            let mut alpha_beta = AlphaBeta::new(RandomValues)
                .with_memory(0)
                .with_parameters(Parameters::plain());
            let answer = search(&mut alpha_beta, &tree, &Limits::depth(depth));
            let known = [Score::of(value, false), Score::of(value, true)];
            assert!(answer.score().is_some_and(|score| known.contains(&score)));
            let firsts = tree.moves().into_iter().find(|&mv| {
                let mut child = tree.clone();
                child.play(mv);
                let behind = match child.proven_outcome() {
                    Some(outcome) => Value::of_outcome(outcome, child.to_move()),
                    None if depth == 1 => RandomValues.evaluate(&child),
                    None => {
                        Minimax::to_depth(RandomValues, 1)
                            .choose(&child, depth - 1)
                            .expect("there are moves")
                            .1
                    }
                };
                behind.seen_from_parent() == value
            });
            assert_eq!(firsts, Some(mv), "the first of equal moves");
        }
    }
}

/// Nobody has ever seen a difference between two positions of TicTacToe.
#[derive(Clone)]
struct Even;

impl Evaluator<TicTacToe> for Even {
    fn evaluate(&mut self, _: &TicTacToe) -> Value {
        Value::DRAW
    }
}

/// Somebody who looks one ply ahead and takes the first cell that does not matter.
fn careless() -> Minimax<Even> {
    Minimax::to_depth(Even, 1)
}

/// Plays X against O and says how it ended.
fn game_of(
    player: &mut impl Searcher<TicTacToe>,
    opponent: &mut impl FnMut(&TicTacToe) -> toys::Cell,
) -> Option<Color> {
    let mut board = TicTacToe::start();
    while board.outcome().is_none() {
        let mv = match board.to_move() {
            Color::Black => search(player, &board, &Limits::depth(5))
                .best_move()
                .expect("there are moves"),
            Color::White => opponent(&board),
        };
        board.play(mv);
    }
    board.outcome().and_then(game::Outcome::winner)
}

#[test]
fn who_is_foretold_is_beaten_and_believed() {
    let mut player = OpponentModel::new(Even, vec![(careless(), 1.0)])
        .with_fallback(AlphaBeta::new(Even).with_memory(1 << 12));
    let mut model = careless();
    let mut opponent = |board: &TicTacToe| model.choose(board, 1).expect("there are moves").0;
    assert_eq!(game_of(&mut player, &mut opponent), Some(Color::Black));
    let (seen, right) = player.beliefs().record();
    assert!(seen >= 2 && seen == right && player.beliefs().fit());
}

/// Whoever plays otherwise than foretold is soon met with alpha-beta, which does not lose.
#[test]
fn who_is_not_foretold_is_noticed() {
    let model = Minimax::to_depth(Even, 1);
    let mut player = OpponentModel::new(Even, vec![(model, 1.0)])
        .with_fallback(AlphaBeta::new(Even).with_memory(1 << 12));
    let mut last = |board: &TicTacToe| *board.moves().last().expect("there are moves");
    game_of(&mut player, &mut last);
    let (seen, right) = player.beliefs().record();
    assert!(seen > right, "{right} of {seen}");
    assert!(player.beliefs().doubt() > 0.3);
    player.forget();
    assert_eq!(player.beliefs().record(), (0, 0));
}

/// A mixture of two models is worth something between what either would be worth alone.
#[test]
fn a_mixture_lies_between_its_models() {
    let mut between = 0;
    for seed in 0..300 {
        let (tree, _) = synthetic(seed);
        let value = |models: Vec<(Minimax<Mixed>, f64)>| {
            let answer = search(
                &mut OpponentModel::new(Ours, models),
                &tree,
                &Limits::depth(2),
            );
            match answer.score() {
                Some(Score::Estimate(value)) => value,
                other => panic!("{other:?}"),
            }
        };
        let likes_us = || Minimax::to_depth(Mixed(true), 1);
        let other = || Minimax::to_depth(Mixed(false), 1);
        let alone = [value(vec![(likes_us(), 1.0)]), value(vec![(other(), 1.0)])];
        let both = value(vec![(likes_us(), 0.5), (other(), 0.5)]);
        let most = alone[0].max(alone[1]);
        assert!(both <= most + 1, "{alone:?} {both}");
        between += usize::from(both < most);
    }
    assert!(between > 30, "{between}");
}

/// Ours or theirs.
#[derive(Clone)]
struct Mixed(bool);

impl Evaluator<SyntheticTree> for Mixed {
    fn evaluate(&mut self, tree: &SyntheticTree) -> Value {
        // Small numbers, where chances are not all next to one.
        let score = if self.0 {
            tree.own_score()
        } else {
            tree.opponents_score()
        };
        for_mover(tree, score)
    }
}

#[test]
fn a_searcher_as_a_model_is_asked_afresh_every_time() {
    let limits = Limits::depth(2);
    let start = TicTacToe::parse("x../.o./..x o").expect("it is a board");
    let habit = || Habit::new(AlphaBeta::new(Even).with_memory(1 << 12), limits.clone());
    let mut player = OpponentModel::new(Even, vec![(habit(), 1.0)]).with_width(Width {
        at_root: 4,
        below: 2,
    });
    let first = search(&mut player, &start, &Limits::depth(3));
    let again = search(&mut player, &start, &Limits::depth(3));
    assert_eq!(first.lines, again.lines);
    assert!(first.nodes > again.nodes, "predictions are remembered");
    player.forget();
    assert_eq!(search(&mut player, &start, &Limits::depth(3)), first);
}

#[test]
fn a_search_without_nodes_answers_with_a_move_all_the_same() {
    let mut player = OpponentModel::new(Even, vec![(careless(), 1.0)]);
    for nodes in [0, 1, 5] {
        let answer = search(&mut player, &TicTacToe::start(), &Limits::nodes(nodes));
        assert!(answer.best_move().is_some());
    }
    let over = TicTacToe::parse("xxx/oo./... o").expect("it is a board");
    assert_eq!(
        search(&mut player, &over, &Limits::depth(3)).best_move(),
        None
    );
}
