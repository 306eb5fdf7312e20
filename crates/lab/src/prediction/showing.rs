//! Tables and pictures of the scores.

use plot::{Axis, Figure, Mark, Plot, Point, ReferenceLine, Series};

use super::scoring::{STAGE, Score, Scores};
use crate::findings::{Cell, Table};
use crate::intervals::Estimate;

const PERCENT: f64 = 100.0;

pub(super) fn overall(scores: &Scores) -> Table {
    let mut table = Table::new(
        "All plies together",
        &["evaluation", "factor", "right, %", "log-loss"],
        &format!(
            "{} games, with 95 % intervals. The factor by which each evaluation's log-odds lose least was found on {} \
             other games; even odds lose 0.693.",
            plot::format_number(scores.games as f64, 0),
            plot::format_number(scores.calibration as f64, 0)
        ),
    );
    for judge in &scores.judges {
        table.rows.push(vec![
            judge.name.into(),
            Cell::Text(format!("{:.2}", judge.factor)),
            accuracy_cell(&judge.overall),
            loss_cell(&judge.overall),
        ]);
    }
    table
}

pub(super) fn accuracy(scores: &Scores) -> Table {
    by_stage(
        scores,
        "How often the likelier winner won, in percent of positions",
        "With 95 % intervals; the positions of one game are not independent, so these come from the spread between \
         games. Even odds count as half right.",
        accuracy_cell,
    )
}

pub(super) fn loss(scores: &Scores) -> Table {
    by_stage(
        scores,
        "How much the odds were worth: log-loss",
        "The mean of −ln p, p the chance that was given to who won; the less the better. Even odds lose 0.693.",
        loss_cell,
    )
}

fn accuracy_cell(score: &Score) -> Cell {
    Cell::measured(score.accuracy.map(|share| share.times(PERCENT)), 1)
}

fn loss_cell(score: &Score) -> Cell {
    Cell::measured(score.loss, 3)
}

fn by_stage(scores: &Scores, title: &str, note: &str, cell: fn(&Score) -> Cell) -> Table {
    let names = scores.judges.iter().map(|judge| judge.name);
    let columns: Vec<&str> = ["plies", "positions"].into_iter().chain(names).collect();
    let mut table = Table::new(title, &columns, note);
    for (row, &(first, positions)) in scores.stages.iter().enumerate() {
        let plies = format!("{}–{}", first + 1, first + STAGE);
        let mut cells = vec![Cell::Text(plies), Cell::Count(positions as u64)];
        cells.extend(scores.judges.iter().map(|judge| cell(&judge.by_stage[row])));
        table.rows.push(cells);
    }
    table
}

pub(super) fn by_ply(scores: &Scores) -> Figure {
    let lines = |measure: &dyn Fn(&Score) -> Option<Estimate>| {
        let line = scores.judges.iter().map(|judge| {
            let stages = scores.stages.iter().zip(&judge.by_stage);
            let places = stages.filter_map(|(&(first, _), score)| {
                let middle = first as f64 + (STAGE as f64 + 1.0) / 2.0;
                let Estimate { value, low, high } = measure(score)?;
                Some(Point::with_interval(middle, value, low, high))
            });
            Series {
                name: judge.name.to_owned(),
                mark: Mark::Line,
                points: places.collect(),
            }
        });
        line.collect()
    };
    let even_odds = |y: f64| {
        vec![ReferenceLine {
            y,
            label: "even odds".to_owned(),
        }]
    };
    Figure {
        plots: vec![
            Plot {
                title: "How often the likelier winner won".to_owned(),
                x: Axis::new("ply"),
                y: Axis::new("positions, %, with 95 % interval"),
                series: lines(&|score| score.accuracy.map(|share| share.times(PERCENT))),
                reference_lines: even_odds(50.0),
            },
            Plot {
                title: "How much the odds were worth".to_owned(),
                x: Axis::new("ply"),
                y: Axis::new("log-loss, with 95 % interval"),
                series: lines(&|score| score.loss),
                reference_lines: even_odds(std::f64::consts::LN_2),
            },
        ],
    }
}
