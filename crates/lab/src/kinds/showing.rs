//! How learned costs are shown: a row for each kind, a curve over the updates.

use plot::{Axis, Figure, Mark, Plot, Point, ReferenceLine, Series};

use super::course::Course;
use crate::findings::Cell;

/// The heads of the columns of all seeds, and of the direction that they agree on.
pub(super) fn seed_columns(seeds: usize) -> Vec<String> {
    let mut columns: Vec<String> = (1..=seeds).map(|seed| format!("seed {seed}")).collect();
    columns.push("direction".to_owned());
    columns
}

/// A cost for each seed where it is known, and the direction that they agree on.
pub(super) fn cost_cells(costs: &[Option<f64>]) -> Vec<Cell> {
    let known: Vec<f64> = costs.iter().flatten().copied().collect();
    let cell = |cost: &Option<f64>| match cost {
        Some(cost) => Cell::Text(format!("{cost:.2}")),
        None => Cell::Unknown,
    };
    let mut cells: Vec<Cell> = costs.iter().map(cell).collect();
    cells.push(Cell::from(direction(&known)));
    cells
}

/// Whether all seeds agree on which way a cost went.
fn direction(costs: &[f64]) -> &'static str {
    let deeper = costs.iter().all(|&cost| cost < 1.0);
    let shallower = costs.iter().all(|&cost| cost > 1.0);
    match (costs.is_empty(), deeper, shallower) {
        (true, ..) => "–",
        (_, true, _) => "deeper",
        (_, _, true) => "shallower",
        _ => "either",
    }
}

/// The part of a whole in percent.
pub(super) fn percent(part: u64, whole: u64) -> Cell {
    match whole {
        0 => Cell::Unknown,
        _ => Cell::Text(format!("{:.1}", 100.0 * part as f64 / whole as f64)),
    }
}

/// The costs over the updates.
pub(super) fn curves(title: String, names: &[&str], course: &Course) -> Plot {
    let line = |(place, name): (usize, &&str)| Series {
        name: (*name).to_owned(),
        mark: Mark::Line,
        points: course
            .curve
            .iter()
            .map(|(updates, costs)| Point::new(f64::from(*updates), costs[place]))
            .collect(),
    };
    Plot {
        title,
        x: Axis::new("updates"),
        y: Axis::new("cost in plies"),
        series: names.iter().enumerate().map(line).collect(),
        reference_lines: vec![ReferenceLine {
            y: 1.0,
            label: String::new(),
        }],
    }
}

/// One picture of all curves, if there are any.
pub(super) fn figures(plots: Vec<Plot>) -> Vec<(String, Figure)> {
    match plots.is_empty() {
        true => Vec::new(),
        false => vec![("costs".to_owned(), Figure { plots })],
    }
}
