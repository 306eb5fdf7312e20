//! Quantized and float inference against results exported by training.

use amazons::{Color, Game, Position};
use network::{Network, PLANE_ONE, input_planes, square_index};
use serde_json::Value;

use crate::support;

/// A random network with attention after each of its two blocks, written by `attention.py`.
const ATTENTION: &[u8] = include_bytes!("attention.weights");

fn vectors() -> Vec<Value> {
    parse_vectors(include_str!("vectors.json"))
}

fn parse_vectors(text: &str) -> Vec<Value> {
    let Value::Array(vectors) = serde_json::from_str(text).expect("the vectors are JSON") else {
        panic!("the vectors are not a list");
    };
    assert!(vectors.len() >= 6);
    vectors
}

fn position_of(vector: &Value) -> Position {
    let text = vector["position"].as_str().expect("a position");
    Position::parse(&format!("{text} w - - 0 1")).expect("the position can be read")
}

fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().expect("a list");
    list.iter()
        .map(|number| number.as_f64().expect("a number"))
        .collect()
}

#[test]
fn planes_match_training() {
    for vector in vectors() {
        let planes = input_planes(&position_of(&vector));
        for (plane, expected) in numbers(&vector["plane_sums"]).into_iter().enumerate() {
            let sum: u32 = planes.iter().map(|square| u32::from(square[plane])).sum();
            let ours = f64::from(sum) / f64::from(PLANE_ONE);
            // Closeness at distances over 8 is 0 here.
            assert!(
                (ours - expected).abs() < 0.05,
                "plane {plane}: {ours}, not {expected}"
            );
            if !(4..8).contains(&plane) {
                assert!(
                    (ours - expected).abs() < 1e-4,
                    "plane {plane}: {ours}, not {expected}"
                );
            }
        }
    }
}

#[test]
fn quantized_outputs_are_close_to_training() {
    assert_close_to_training(Network::embedded(), &vectors(), 1.0);
}

#[test]
fn float_outputs_are_close_to_training() {
    let weights = support::to_float_weights(&support::default_weights());
    let network = Network::from_float_weights(&weights).expect("the shape is supported");
    assert!(network.is_float() && !Network::embedded().is_float());
    assert_close_to_training(&network, &vectors(), 1.0);
}

#[test]
fn attention_is_that_of_training() {
    let network = Network::from_bytes(ATTENTION).expect("the file is valid");
    let vectors = parse_vectors(include_str!("attention.json"));
    let amazons = |vector: &Value| {
        let position = position_of(vector);
        (position.amazons(Color::White) | position.amazons(Color::Black)).len()
    };
    for count in [0, 1, 3, 8] {
        assert!(vectors.iter().any(|vector| amazons(vector) == count));
    }
    assert_close_to_training(&network, &vectors, 0.01);
}

/// Checks all outputs; `tolerance` is relative to that for quantized networks.
fn assert_close_to_training(network: &Network, vectors: &[Value], tolerance: f64) {
    let mut workspace = network.workspace();
    let sigmoid = |logit: f64| 1.0 / (1.0 + (-logit).exp());
    for vector in vectors {
        let position = position_of(vector);
        let ours = network.evaluate(&mut workspace, &position);
        let number = |name: &str| vector[name].as_f64().expect("a number");
        let win = f64::from(ours.win_probability()) - sigmoid(number("value_logit"));
        assert!(
            win.abs() < 0.02 * tolerance,
            "win probability off by {win} in {position:?}"
        );
        let margin = f64::from(ours.expected_margin) - number("margin");
        assert!(margin.abs() < tolerance, "margin off by {margin}");
        let ownership = numbers(&vector["ownership"]);
        for square in position.board() {
            let error = f64::from(ours.ownership(square)) - ownership[square_index(square)];
            assert!(
                error.abs() < 0.2 * tolerance,
                "ownership of {square} off by {error}"
            );
        }
        let policy = network.policy(&position, &ours);
        for entry in vector["moves"].as_array().expect("moves") {
            let text = entry["move"].as_str().expect("a move");
            let mv = position.parse_move(text).expect("the move is legal");
            let expected = entry["log_probability"].as_f64().expect("a number");
            let found = f64::from(policy.log_probabilities(&[mv])[0]);
            assert!(
                (found - expected).abs() < 0.5 * tolerance,
                "{text}: {found}, not {expected}"
            );
        }
    }
}
