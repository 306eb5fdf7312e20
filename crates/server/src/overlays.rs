//! What can be drawn over a position: distances, mobility, regions, and what the network expects.

use amazons::{Color, Position, Square, slides};
use evaluation::{Layout, Maps};
use game::PerColor;
use network::{Evaluation, Network};

use crate::dto::overlays::{Distances, Overlays, Region};
use crate::dto::position::names;
use crate::dto::side::{Chances, Side};

/// Everything that can be drawn over a position.
#[must_use]
pub fn overlays(position: &Position) -> Overlays {
    let maps = Maps::of(&Layout::of(position));
    let network = Network::embedded();
    let evaluation = network.evaluate(&mut network.workspace(), position);
    let ownership = |square| sign(position) * f64::from(evaluation.ownership(square));
    let (win_probability, margin) = judged(position, &evaluation);
    Overlays {
        queen: distances(position, &maps.queen),
        king: distances(position, &maps.king),
        ownership: squares(position).map(ownership).map(rounded).collect(),
        mobility: mobility(position),
        regions: position.regions().map(|one| region(&one)).collect(),
        win_probability,
        margin,
    }
}

/// What the network thinks of a position without a search: the chances, and by how many squares Black comes out ahead.
#[must_use]
pub fn opinion(position: &Position) -> (Chances, f64) {
    let network = Network::embedded();
    let evaluation = network.evaluate(&mut network.workspace(), position);
    judged(position, &evaluation)
}

/// The same of what the network has said already.
fn judged(position: &Position, evaluation: &Evaluation) -> (Chances, f64) {
    let own_chance = f64::from(evaluation.win_probability());
    let margin = sign(position) * f64::from(evaluation.margin);
    (Chances::of(position.to_move(), own_chance), rounded(margin))
}

/// The network speaks for the player to move.
fn sign(position: &Position) -> f64 {
    match position.to_move() {
        Color::Black => 1.0,
        Color::White => -1.0,
    }
}

/// All squares of the board, row by row from a1.
fn squares(position: &Position) -> impl Iterator<Item = Square> {
    let size = position.size();
    (0..size.rows())
        .flat_map(move |row| (0..size.columns()).filter_map(move |column| size.square(column, row)))
}

fn distances(position: &Position, maps: &PerColor<evaluation::Distances>) -> Distances {
    let list = |color| {
        squares(position)
            .map(|square| maps[color].to(square))
            .collect()
    };
    Distances {
        black: list(Color::Black),
        white: list(Color::White),
    }
}

fn mobility(position: &Position) -> std::collections::BTreeMap<String, usize> {
    let empty = position.empty_squares();
    let amazons = position.amazons(Color::Black) | position.amazons(Color::White);
    amazons
        .into_iter()
        .map(|square| (square.to_string(), slides(square, empty).len() as usize))
        .collect()
}

fn region(region: &amazons::Region) -> Region {
    Region {
        squares: names(region.squares()),
        black: region.amazons(Color::Black).len() as usize,
        white: region.amazons(Color::White).len() as usize,
        owner: region.owner().map(Side::from),
    }
}

/// Three digits are enough for a colour.
fn rounded(number: f64) -> f64 {
    (number * 1e3).round() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_go_row_by_row_from_a1() {
        let position = amazons::notation::parse_position("..#|x.o b").expect("it is one");
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
    fn black_is_positive_whoever_is_to_move() {
        for side in ["b", "w"] {
            let text = format!("x....|.....|#####|#####|#..#o {side}");
            let position = amazons::notation::parse_position(&text).expect("it is one");
            let overlays = overlays(&position);
            assert!(overlays.win_probability.black > 0.5, "{side}");
            assert!(overlays.margin > 0.0, "{side}");
        }
    }
}
