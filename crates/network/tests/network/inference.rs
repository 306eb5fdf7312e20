//! All kernels give the same bits, and outputs are valid values and policies.

use std::sync::LazyLock;

use amazons::{Color, Content, Game, Move, Position, Symmetry, Transform};
use game::SplitMix64;
use network::{Kernel, Network};
use proptest::prelude::*;

use crate::support::attention_weights;

/// Any position: any size, any amazons and burned squares, either side to move.
fn any_position() -> impl Strategy<Value = Position> {
    let content = prop_oneof![
        12 => Just(Content::Empty),
        1 => Just(Content::Amazon(Color::Black)),
        1 => Just(Content::Amazon(Color::White)),
        6 => Just(Content::Burned),
    ];
    (
        1..=10_u8,
        1..=10_u8,
        any::<bool>(),
        prop::collection::vec(content, 100),
    )
        .prop_map(|(columns, rows, black, contents)| {
            let size = amazons::BoardSize::new(columns, rows).expect("sizes are in range");
            let to_move = if black { Color::Black } else { Color::White };
            let mut position = Position::empty(size, to_move);
            for (square, content) in position.board().iter().zip(contents) {
                position
                    .put(square, content)
                    .expect("the square is on the board");
            }
            position
        })
}

/// Positions of a random game on the standard board.
fn random_game(seed: u64) -> impl Iterator<Item = Position> {
    let mut rng = SplitMix64::from_seed(seed);
    let mut position = Position::standard_start();
    std::iter::from_fn(move || {
        let mv = *rng.choose(&position.moves())?;
        position.play(mv);
        Some(position)
    })
}

/// The embedded network with random attention.
fn attention_network() -> &'static Network {
    static NETWORK: LazyLock<Network> =
        LazyLock::new(|| Network::new(&attention_weights()).expect("the shape is supported"));
    &NETWORK
}

fn other_kernels(network: &Network) -> Vec<Network> {
    Kernel::available()
        .filter(|&kernel| kernel != network.kernel())
        .filter_map(|kernel| network.with_kernel(kernel))
        .collect()
}

/// Log-probabilities of all moves and the top moves, as bits.
fn policy_bits(network: &Network, position: &Position) -> (Vec<u32>, Vec<(Move, u32)>) {
    let evaluation = network.evaluate(&mut network.workspace(), position);
    let policy = network.policy(position, &evaluation);
    let all = policy
        .log_probabilities(&position.moves())
        .into_iter()
        .map(f32::to_bits)
        .collect();
    let best = policy
        .top_moves(20)
        .into_iter()
        .map(|(mv, log)| (mv, log.to_bits()))
        .collect();
    (all, best)
}

fn assert_identical(position: &Position, network: &Network, others: &[Network]) {
    let expected = network.evaluate(&mut network.workspace(), position);
    for other in others {
        let found = other.evaluate(&mut other.workspace(), position);
        assert_eq!(
            found.win_logit.to_bits(),
            expected.win_logit.to_bits(),
            "{}",
            other.kernel()
        );
        assert_eq!(found, expected, "{} in {position:?}", other.kernel());
        assert_eq!(policy_bits(other, position), policy_bits(network, position));
    }
}

#[test]
fn all_kernels_agree_on_random_games() {
    for (network, seed) in [(Network::embedded(), 1), (attention_network(), 2)] {
        let others = other_kernels(network);
        for position in random_game(seed) {
            assert_identical(&position, network, &others);
        }
    }
}

/// The portable kernel is too slow for thousands of positions; other tests include it.
#[test]
fn fast_kernels_agree_on_thousands_of_positions() {
    for (network, seeds) in [(Network::embedded(), 3..23), (attention_network(), 23..33)] {
        let fast: Vec<Network> = other_kernels(network)
            .into_iter()
            .filter(|other| other.kernel() != Kernel::Portable)
            .collect();
        let mut workspace = network.workspace();
        for position in seeds.flat_map(random_game) {
            let expected = network.evaluate(&mut workspace, &position);
            for other in &fast {
                assert_eq!(other.evaluate(&mut workspace, &position), expected);
            }
        }
    }
}

#[test]
fn attention_changes_nothing_without_amazons() {
    let [plain, attention] = [Network::embedded(), attention_network()];
    let mut workspace = plain.workspace();
    let mut evaluate = |text: &str| {
        let position = Position::parse(text).expect("the position is valid");
        [plain, attention].map(|network| network.evaluate(&mut workspace, &position))
    };
    for text in ["10/10/10/3*6/10/10/10/10/10/10 w", "1*/2 b"] {
        let [plain, attention] = evaluate(text);
        assert_eq!(plain, attention);
    }
    for text in ["q9/10/10/3*6/10/10/10/10/10/10 w", "1*/Q1 b"] {
        let [plain, attention] = evaluate(text);
        assert_ne!(plain, attention);
    }
}

/// Training augments by all eight symmetries, so values should be nearly invariant.
#[test]
fn values_are_nearly_invariant_under_symmetries() {
    let network = Network::embedded();
    let mut workspace = network.workspace();
    let (mut total, mut count) = (0.0, 0.0);
    for position in random_game(7).step_by(5) {
        let values = Symmetry::ALL.map(|symmetry| {
            let view = Transform {
                size: position.size(),
                symmetry,
                swaps_colors: false,
            };
            network
                .evaluate(&mut workspace, &view.apply(&position))
                .win_probability()
        });
        let mean = values.iter().sum::<f32>() / 8.0;
        for value in values {
            assert!((value - mean).abs() < 0.25, "{values:?}");
            total += (value - mean).abs();
            count += 1.0;
        }
    }
    assert!(total / count < 0.05, "mean deviation {}", total / count);
}

#[test]
fn swapping_the_players_changes_nothing() {
    let network = Network::embedded();
    let mut workspace = network.workspace();
    for position in random_game(8).step_by(9) {
        let view = Transform {
            size: position.size(),
            symmetry: Symmetry::IDENTITY,
            swaps_colors: true,
        };
        let swapped = view.apply(&position);
        assert_ne!(swapped.to_move(), position.to_move());
        let evaluations =
            [position, swapped].map(|position| network.evaluate(&mut workspace, &position));
        assert_eq!(evaluations[0], evaluations[1]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn all_kernels_agree_on_any_position(position in any_position()) {
        for network in [Network::embedded(), attention_network()] {
            assert_identical(&position, network, &other_kernels(network));
        }
    }

    #[test]
    fn a_policy_is_a_probability_distribution(position in any_position()) {
        let network = Network::embedded();
        let evaluation = network.evaluate(&mut network.workspace(), &position);
        let policy = network.policy(&position, &evaluation);
        let moves = position.moves();
        let log_probabilities = policy.log_probabilities(&moves);
        if moves.is_empty() {
            prop_assert!(policy.steps().is_empty());
            prop_assert!(policy.top_moves(5).is_empty());
            return Ok(());
        }
        let sum: f64 = log_probabilities.iter().map(|&log| f64::from(log).exp()).sum();
        prop_assert!((sum - 1.0).abs() < 1e-3, "the probabilities sum to {sum}");
        // The top moves are those of sorting all moves.
        let mut sorted: Vec<(Move, f32)> = moves.iter().copied().zip(log_probabilities).collect();
        sorted.sort_by(|left, right| right.1.total_cmp(&left.1).then(left.0.cmp(&right.0)));
        for count in [1, 7, 60] {
            let expected = &sorted[..count.min(sorted.len())];
            prop_assert_eq!(policy.top_moves(count), expected);
        }
    }
}
