//! Alpha-beta with everything off that could change its result has the value of naive minimax.

use std::mem::discriminant;

use amazons::{BoardSize, Position};
use game::{Game, Kind};
use search::alpha_beta::{Parameters, Singular};
use search::{AlphaBeta, Answer, Depth, Evaluator, Limits, Score};

use crate::evaluators::Mobility;
use crate::oracle::{minimax, search};
use crate::random_tree::{RandomTree, RandomValues};
use crate::small_amazons::random_endgames;

/// The score of minimax, where a draw may or may not have been recognised as proved.
fn assert_score<G: Game>(
    position: &G,
    plies: u32,
    costs: &[Depth],
    mut evaluator: impl Evaluator<G> + Clone + Send,
    memory: usize,
) -> bool {
    let cost = |Kind(kind)| costs.get(usize::from(kind)).copied().unwrap_or(Depth::PLY);
    let mut copy = position.clone();
    let truth = minimax(&mut copy, Depth::plies(plies), &cost, &mut evaluator);
    let parameters = Parameters {
        costs: costs.to_vec(),
        ..Parameters::plain()
    };
    let mut searcher = AlphaBeta::new(evaluator)
        .with_memory(memory)
        .with_parameters(parameters);
    let answer = search(&mut searcher, position, &Limits::depth(plies));
    let score = answer.score().expect("there is a move");
    assert!(
        score == Score::of(truth, false) || score == Score::of(truth, true),
        "{} at depth {plies}: {score:?}, not {truth:?}",
        position.to_text()
    );
    truth.is_decided()
}

#[test]
fn random_trees_have_the_value_of_minimax() {
    let mut decided = 0;
    let mut compared = 0;
    for seed in 0..400 {
        let position = RandomTree::new(seed, 9);
        if position.outcome().is_some() {
            continue;
        }
        for plies in 1..=6 {
            for memory in [0, 1 << 12, 1 << 18] {
                decided += usize::from(assert_score(&position, plies, &[], RandomValues, memory));
                compared += 1;
            }
        }
    }
    assert!(
        decided > compared / 20 && decided < compared / 2,
        "{decided} of {compared} decided"
    );
}

#[test]
fn random_trees_with_costs_have_the_value_of_minimax_with_costs() {
    let costs = [32, 64, 90].map(Depth::sixty_fourths);
    let mut estimated = 0;
    for seed in 1_000..1_400 {
        let position = RandomTree::new(seed, 10);
        if position.outcome().is_some() {
            continue;
        }
        for plies in 1..=3 {
            // The longer of two wins can be the cheaper one, and be found first: only estimates are
            // independent of the order of depths.
            let cost = |Kind(kind)| costs[usize::from(kind)];
            let mut copy = position.clone();
            let truth = minimax(&mut copy, Depth::plies(plies), &cost, &mut RandomValues);
            if !truth.is_decided() {
                assert_score(&position, plies, &costs, RandomValues, 1 << 18);
                estimated += 1;
            }
        }
    }
    assert!(estimated > 500, "only {estimated} compared");
}

/// Costs of one ply for every kind are no costs: the same lines, values and nodes, with all prunings on.
#[test]
fn costs_of_one_ply_change_nothing_at_all() {
    let mut nodes = 0;
    for parameters in [Parameters::plain(), Parameters::default()] {
        let of_one_ply = Parameters {
            costs: vec![Depth::PLY; RandomTree::KINDS.len()],
            ..parameters.clone()
        };
        for seed in 2_000..2_200 {
            let position = RandomTree::new(seed, 10);
            let answer = |parameters: &Parameters| {
                let mut searcher = AlphaBeta::new(RandomValues)
                    .with_memory(1 << 14)
                    .with_parameters(parameters.clone());
                search(&mut searcher, &position, &Limits::depth(7))
            };
            let (with, without) = (answer(&of_one_ply), answer(&parameters));
            assert_eq!(with, without, "seed {seed}");
            nodes += with.nodes;
        }
    }
    assert!(nodes > 10_000, "only {nodes} looked at");
}

/// To the end of a tree every way of searching says the same, and on the way there some moves stand alone.
#[test]
fn singular_extensions_change_the_way_and_not_the_end() {
    let singular = Parameters {
        singular: Some(Singular {
            least_depth: Depth::plies(3),
            margin: 300,
        }),
        ..Parameters::plain()
    };
    let mut differing = 0;
    for seed in 3_000..3_200 {
        let position = RandomTree::new(seed, 9);
        let answer = |parameters: &Parameters, plies| {
            let mut searcher = AlphaBeta::new(RandomValues)
                .with_memory(1 << 18)
                .with_parameters(parameters.clone());
            search(&mut searcher, &position, &Limits::depth(plies))
        };
        let ends = [&singular, &Parameters::plain()].map(|parameters| answer(parameters, 12));
        // Which of several wins is found first may differ.
        let result = |answer: &Answer<u8>| answer.score().as_ref().map(discriminant);
        assert_eq!(result(&ends[0]), result(&ends[1]), "seed {seed}");
        let way = [&singular, &Parameters::plain()].map(|parameters| answer(parameters, 5).nodes);
        differing += usize::from(way[0] != way[1]);
    }
    assert!(differing > 20, "only {differing} searches differ");
}

#[test]
fn small_endgames_of_amazons_have_the_value_of_minimax() {
    for position in random_endgames(300, 7, 7) {
        for plies in 1..=3 {
            assert_score(&position, plies, &[], Mobility, 1 << 18);
        }
    }
}

#[test]
fn the_start_of_small_boards_has_the_value_of_minimax() {
    for (columns, rows) in [(4, 4), (5, 5)] {
        let size = BoardSize::new(columns, rows).expect("the size is possible");
        let position = Position::start(size).expect("there is a start");
        for plies in 1..=2 {
            assert_score(&position, plies, &[], Mobility, 1 << 18);
        }
    }
}
