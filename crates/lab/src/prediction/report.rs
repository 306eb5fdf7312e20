//! Tables and figures of the scores.

use super::scores::{PLIES_PER_STAGE, PredictionScore, PredictionScores};
use crate::prelude::*;

pub(super) fn overall(scores: &PredictionScores) -> ResultTable {
    ResultTable::over("All plies", &scores.evaluators)
        .column("evaluation", |one| one.name)
        .column("scale", |one| ResultCell::decimal(one.scale, 2))
        .column("accuracy, %", |one| accuracy_cell(&one.overall))
        .column("log loss", |one| loss_cell(&one.overall))
        .note(&format!(
            "{} games; 95 % intervals. The scale of each evaluation's log-odds was fitted on {} other games; even odds have a log \
             loss of 0.693.",
            plot::format_number(scores.games as f64, 0),
            plot::format_number(scores.calibration as f64, 0)
        ))
}

pub(super) fn accuracy(scores: &PredictionScores) -> ResultTable {
    by_stage(
        scores,
        "Accuracy in percent of positions",
        "95 % intervals from the spread between games, since positions of one game are not independent. Even odds count half.",
        accuracy_cell,
    )
}

pub(super) fn loss(scores: &PredictionScores) -> ResultTable {
    by_stage(
        scores,
        "Log loss",
        "Mean of −ln p(winner); lower is better. Even odds: 0.693.",
        loss_cell,
    )
}

fn accuracy_cell(score: &PredictionScore) -> ResultCell {
    ResultCell::estimate(score.accuracy, 1)
}

fn loss_cell(score: &PredictionScore) -> ResultCell {
    ResultCell::estimate(score.loss, 3)
}

fn by_stage(
    scores: &PredictionScores,
    title: &str,
    note: &str,
    cell: fn(&PredictionScore) -> ResultCell,
) -> ResultTable {
    ResultTable::over(title, scores.stages.iter().enumerate())
        .column("plies", |(_, (first, _))| {
            format!("{}–{}", first + 1, first + PLIES_PER_STAGE)
        })
        .column("positions", |(_, (_, positions))| *positions)
        .columns(
            &scores.evaluators,
            |one| one.name,
            |(stage, _), one| cell(&one.by_stage[*stage]),
        )
        .note(note)
}

pub(super) fn by_ply(scores: &PredictionScores) -> [Plot; 2] {
    type Measure = fn(&PredictionScore) -> Option<IntervalEstimate>;
    let lines = |measure: Measure| {
        scores.evaluators.iter().map(move |one| {
            let stages = scores.stages.iter().zip(&one.by_stage);
            let points = stages.filter_map(|(&(first, _), score)| {
                let middle = first as f64 + (PLIES_PER_STAGE as f64 + 1.0) / 2.0;
                Some(measure(score)?.at(middle))
            });
            Series::line(one.name, points)
        })
    };
    let accuracy = Plot::new(
        "Accuracy of winner prediction",
        "ply",
        "positions, %, 95 % interval",
        lines(|score| score.accuracy),
    );
    let loss = Plot::new(
        "Log loss of winner prediction",
        "ply",
        "log loss, 95 % interval",
        lines(|score| score.loss),
    );
    [
        accuracy.with_reference_line(50.0, "even odds"),
        loss.with_reference_line(std::f64::consts::LN_2, "even odds"),
    ]
}
