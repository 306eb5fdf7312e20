//! Full-width alpha-beta has the value of naive minimax.

use std::mem::discriminant;

use amazons::Position;
use game::{Game, MoveKind};
use search::alpha_beta::{AlphaBetaParameters, SingularExtension};
use search::{AlphaBeta, Depth, Evaluator, Score, SearchLimits, SearchResult};

use crate::mobility::Mobility;
use crate::oracle::{minimax, search};
use crate::random_tree::{RandomTree, RandomValues};
use crate::small_amazons::random_endgames;

/// Asserts the score of minimax; a draw may be proven or an estimate. Returns whether it is
/// decisive.
fn assert_score<G: Game>(
    position: &G,
    plies: u32,
    costs: &[Depth],
    mut evaluator: impl Evaluator<G> + Clone + Send,
    memory: usize,
) -> bool {
    let cost = |MoveKind(kind)| costs.get(usize::from(kind)).copied().unwrap_or(Depth::PLY);
    let mut copy = position.clone();
    let truth = minimax(&mut copy, Depth::from_plies(plies), &cost, &mut evaluator);
    let parameters = AlphaBetaParameters {
        move_kind_costs: costs.to_vec(),
        ..AlphaBetaParameters::full_width()
    };
    let mut searcher = AlphaBeta::new(evaluator)
        .with_memory_limit(memory)
        .with_parameters(parameters);
    let result = search(&mut searcher, position, &SearchLimits::depth(plies));
    let score = result.score().expect("there is a move");
    assert!(
        score == Score::from_value(truth, false) || score == Score::from_value(truth, true),
        "{} at depth {plies}: {score:?}, not {truth:?}",
        position.to_text()
    );
    truth.is_decisive()
}

#[test]
fn random_trees_have_the_value_of_minimax() {
    let mut decisive = 0;
    let mut compared = 0;
    for seed in 0..400 {
        let position = RandomTree::new(seed, 9);
        if position.outcome().is_some() {
            continue;
        }
        for plies in 1..=6 {
            for memory in [0, 1 << 12, 1 << 18] {
                decisive += usize::from(assert_score(&position, plies, &[], RandomValues, memory));
                compared += 1;
            }
        }
    }
    assert!(
        decisive > compared / 20 && decisive < compared / 2,
        "{decisive} of {compared} decisive"
    );
}

#[test]
fn random_trees_with_costs_have_the_value_of_minimax_with_costs() {
    let costs = [32, 64, 90].map(Depth::from_fraction);
    let mut estimated = 0;
    for seed in 1_000..1_400 {
        let position = RandomTree::new(seed, 10);
        if position.outcome().is_some() {
            continue;
        }
        for plies in 1..=3 {
            // The longer of two wins can be the cheaper one and be found first, so only estimates
            // are comparable.
            let cost = |MoveKind(kind)| costs[usize::from(kind)];
            let (mut copy, depth) = (position.clone(), Depth::from_plies(plies));
            if !minimax(&mut copy, depth, &cost, &mut RandomValues).is_decisive() {
                assert_score(&position, plies, &costs, RandomValues, 1 << 18);
                estimated += 1;
            }
        }
    }
    assert!(estimated > 500, "only {estimated} compared");
}

fn search_with(
    parameters: &AlphaBetaParameters,
    position: &RandomTree,
    plies: u32,
) -> SearchResult<u8> {
    let mut searcher = AlphaBeta::new(RandomValues)
        .with_memory_limit(1 << 16)
        .with_parameters(parameters.clone());
    search(&mut searcher, position, &SearchLimits::depth(plies))
}

#[test]
fn costs_of_one_ply_equal_no_costs() {
    let mut nodes = 0;
    for parameters in [
        AlphaBetaParameters::full_width(),
        AlphaBetaParameters::default(),
    ] {
        let with_costs = AlphaBetaParameters {
            move_kind_costs: vec![Depth::PLY; RandomTree::MOVE_KINDS.len()],
            ..parameters.clone()
        };
        for seed in 2_000..2_200 {
            let position = RandomTree::new(seed, 10);
            let with = search_with(&with_costs, &position, 7);
            let without = search_with(&parameters, &position, 7);
            assert_eq!(with, without, "seed {seed}");
            nodes += with.nodes;
        }
    }
    assert!(nodes > 10_000, "only {nodes} nodes");
}

#[test]
fn singular_extensions_change_nodes_but_not_solved_results() {
    let singular = AlphaBetaParameters {
        singular_extension: Some(SingularExtension {
            min_depth: Depth::from_plies(3),
            margin: 300,
        }),
        ..AlphaBetaParameters::full_width()
    };
    let mut differing = 0;
    for seed in 3_000..3_200 {
        let position = RandomTree::new(seed, 9);
        let both = [&singular, &AlphaBetaParameters::full_width()];
        let solved = both.map(|parameters| search_with(parameters, &position, 12));
        // The lengths of wins may differ.
        let result = |result: &SearchResult<u8>| result.score().as_ref().map(discriminant);
        assert_eq!(result(&solved[0]), result(&solved[1]), "seed {seed}");
        let nodes = both.map(|parameters| search_with(parameters, &position, 5).nodes);
        differing += usize::from(nodes[0] != nodes[1]);
    }
    assert!(differing > 20, "only {differing} searches differ");
}

#[test]
fn small_amazons_endgames_have_the_value_of_minimax() {
    for position in random_endgames(300, 7, 7) {
        for plies in 1..=3 {
            assert_score(&position, plies, &[], Mobility, 1 << 18);
        }
    }
}

#[test]
fn start_positions_of_small_boards_have_the_value_of_minimax() {
    for size in ["4x4", "5x5"] {
        let position = Position::parse(size).expect("the size has a start position");
        for plies in 1..=2 {
            assert_score(&position, plies, &[], Mobility, 1 << 18);
        }
    }
}
