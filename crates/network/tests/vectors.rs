//! The network, quantised and in floats, on positions whose exact results training wrote down.

mod support;

use amazons::{Game, Position};
use network::{Network, ONE, frame_index, planes};
use serde_json::Value;

fn vectors() -> Vec<Value> {
    let Value::Array(vectors) =
        serde_json::from_str(include_str!("vectors.json")).expect("the vectors are JSON")
    else {
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
fn the_planes_are_those_of_training() {
    for vector in vectors() {
        let planes = planes(&position_of(&vector));
        for (plane, expected) in numbers(&vector["plane_sums"]).into_iter().enumerate() {
            let sum: u32 = planes.iter().map(|square| u32::from(square[plane])).sum();
            let ours = f64::from(sum) / f64::from(ONE);
            // Closeness at distances over 8 is left out here.
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
fn values_and_moves_are_near_those_of_training() {
    assert_near_training(Network::embedded());
}

#[test]
fn so_are_those_in_floats() {
    let exact = support::in_floats(&support::default_weights());
    let network = Network::exact(&exact).expect("it can be run");
    assert!(network.is_exact() && !Network::embedded().is_exact());
    assert_near_training(&network);
}

fn assert_near_training(network: &Network) {
    let mut workspace = network.workspace();
    let sigmoid = |logit: f64| 1.0 / (1.0 + (-logit).exp());
    for vector in vectors() {
        let position = position_of(&vector);
        let ours = network.evaluate(&mut workspace, &position);
        let number = |name: &str| vector[name].as_f64().expect("a number");
        let win = f64::from(ours.win_probability()) - sigmoid(number("value_logit"));
        assert!(
            win.abs() < 0.02,
            "win probability off by {win} in {position:?}"
        );
        let margin = f64::from(ours.margin) - number("margin");
        assert!(margin.abs() < 1.0, "margin off by {margin}");
        let ownership = numbers(&vector["ownership"]);
        for square in position.board() {
            let error = f64::from(ours.ownership(square)) - ownership[frame_index(square)];
            assert!(error.abs() < 0.2, "ownership of {square} off by {error}");
        }
        let policy = network.policy(&position, &ours);
        for entry in vector["moves"].as_array().expect("moves") {
            let text = entry["move"].as_str().expect("a move");
            let mv = position.parse_move(text).expect("the move is legal");
            let truth = entry["log_probability"].as_f64().expect("a number");
            let found = f64::from(policy.log_probabilities(&[mv])[0]);
            assert!((found - truth).abs() < 0.5, "{text}: {found}, not {truth}");
        }
    }
}
