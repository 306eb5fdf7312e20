//! Board overlays, and the network's evaluation of a position without search.

use std::collections::BTreeMap;

use amazons::{Color, Position, Square, queen_moves};
use evaluation::EvalBoard;
use game::PerColor;
use network::{Network, NetworkOutput};

use crate::dto::position::{BoardRegion, DistanceMaps, Overlays, square_names};
use crate::dto::score_lead::expected_score_lead;
use crate::dto::side::{Side, WinProbability};

/// All overlays of a position.
pub fn overlays(position: &Position) -> Overlays {
    let maps = evaluation::DistanceMaps::of(&EvalBoard::from(position));
    let evaluation = evaluate(position);
    let ownership = |square| from_black_view(position, evaluation.ownership(square));
    let (win_probability, score_lead) = to_dto(position, &evaluation);
    Overlays {
        queen: distance_maps(position, &maps.queen),
        king: distance_maps(position, &maps.king),
        ownership: squares(position)
            .map(ownership)
            .map(round_to_thousandths)
            .collect(),
        mobility: mobility(position),
        regions: position
            .regions()
            .map(|region| region_to_dto(&region))
            .collect(),
        win_probability,
        score_lead,
    }
}

/// Win probability and Black's lead in squares, rounded, as the network estimates them.
pub fn network_evaluation(position: &Position) -> (WinProbability, f64) {
    to_dto(position, &evaluate(position))
}

fn evaluate(position: &Position) -> NetworkOutput {
    let network = Network::embedded();
    network.evaluate(&mut network.workspace(), position)
}

fn to_dto(position: &Position, evaluation: &NetworkOutput) -> (WinProbability, f64) {
    let probability = f64::from(evaluation.win_probability());
    let score_lead = expected_score_lead(position, f64::from(evaluation.win_logit));
    (
        WinProbability::of(position.to_move(), probability),
        score_lead,
    )
}

/// Converts a number of the network, which is for the side to move.
fn from_black_view(position: &Position, value: f32) -> f64 {
    match position.to_move() {
        Color::Black => f64::from(value),
        Color::White => -f64::from(value),
    }
}

/// All squares of the board, row by row from a1.
fn squares(position: &Position) -> impl Iterator<Item = Square> {
    let size = position.size();
    (0..size.rows())
        .flat_map(move |row| (0..size.columns()).filter_map(move |column| size.square(column, row)))
}

fn distance_maps(position: &Position, maps: &PerColor<evaluation::DistanceMap>) -> DistanceMaps {
    let distances = |color| {
        squares(position)
            .map(|square| maps[color].get(square))
            .collect()
    };
    DistanceMaps {
        black: distances(Color::Black),
        white: distances(Color::White),
    }
}

fn mobility(position: &Position) -> BTreeMap<String, usize> {
    let empty = position.empty_squares();
    let amazons = position.amazons(Color::Black) | position.amazons(Color::White);
    amazons
        .into_iter()
        .map(|square| {
            (
                square.to_string(),
                queen_moves(square, empty).len() as usize,
            )
        })
        .collect()
}

fn region_to_dto(region: &amazons::Region) -> BoardRegion {
    BoardRegion {
        squares: square_names(region.squares()),
        black: region.amazons(Color::Black).len() as usize,
        white: region.amazons(Color::White).len() as usize,
        owner: region.owner().map(Side::from),
    }
}

/// Three digits are enough for display.
fn round_to_thousandths(number: f64) -> f64 {
    (number * 1e3).round() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_go_row_by_row_from_a1() {
        let position = amazons::notation::parse_position("..#|x.o b").expect("valid position");
        let overlays = overlays(&position);
        assert_eq!(
            overlays.queen.black,
            [None, Some(1), None, Some(1), Some(1), None]
        );
        assert_eq!(
            overlays.king.white,
            [None, Some(1), None, Some(2), Some(1), None]
        );
        assert_eq!(overlays.ownership.len(), 6);
        assert_eq!(overlays.mobility["a1"], 3);
        assert_eq!(overlays.mobility["c1"], 2);
        assert_eq!(overlays.regions.len(), 1);
        assert_eq!(overlays.regions[0].owner, None);
    }

    #[test]
    fn positive_values_favor_black_whoever_moves() {
        for side in ["b", "w"] {
            let text = format!("x....|.....|#####|#####|#..#o {side}");
            let position = amazons::notation::parse_position(&text).expect("valid position");
            let overlays = overlays(&position);
            assert!(overlays.win_probability.black > 0.5, "{side}");
            assert!(overlays.score_lead > 0.0, "{side}");
        }
    }
}
