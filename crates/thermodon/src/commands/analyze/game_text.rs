//! The review of a game for people: a graph, a table of the moves, and what to make of them.

use std::fmt::Write as _;

use amazons::records::Record;
use amazons::{Color, Game, Outcome};
use anstyle::Style;
use engine::review::{JudgedMove, Judgement, Review};

use super::graph;
use crate::wording;

/// At most so many bad moves are shown with what would have been better.
const MOST_SHOWN: usize = 5;

/// So many moves of a better line.
const LINE_LENGTH: usize = 5;

/// Everything.
pub(super) fn text(record: &Record, review: &Review) -> String {
    let mut text = heading(record);
    text.push_str(&graph::draw(review));
    text.push('\n');
    table(&mut text, review);
    text.push('\n');
    performances(&mut text, record, review);
    text.push('\n');
    worst_moves(&mut text, review);
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{}", turning_point(review));
    let _ = writeln!(text, "{}", ending(record, review));
    text
}

/// Who played, when and where, as far as the record says.
fn heading(record: &Record) -> String {
    let info = &record.info;
    let names: Vec<String> = [Color::White, Color::Black]
        .into_iter()
        .filter(|&side| !info.players[side].is_empty())
        .map(|side| format!("{}: {}", wording::side(side), info.players[side]))
        .collect();
    let about = [&info.event, &info.place, &info.date];
    let about = about.into_iter().filter(|text| !text.is_empty()).cloned();
    let parts: Vec<String> = names.into_iter().chain(about).collect();
    if parts.is_empty() {
        return String::new();
    }
    format!("{}\n\n", parts.join(", "))
}

fn table(text: &mut String, review: &Review) {
    let head = Style::new().bold();
    let _ = writeln!(
        text,
        "{head}{:>4}  {:5}  {:13}  {:>9} {:>10} {:>7}  {:10}  better{head:#}",
        "move", "side", "played", "White", "Black", "loss", "judgement"
    );
    for judged in review.moves() {
        let after = &review.studies()[judged.ply];
        let [black, white] = Color::ALL.map(|side| wording::prospects(after, side));
        let style = graph::style_of(judged.judgement);
        let played = format!("{}{}", judged.mv, judged.judgement.sign());
        let _ = writeln!(
            text,
            "{:>4}  {:5}  {style}{played:13}{style:#}  {white:>9} {black:>10}{}",
            judged.ply,
            wording::side(judged.mover),
            remarks(judged),
        );
    }
}

/// What the last columns say of a move: nothing much, if it was a good one.
fn remarks(judged: &JudgedMove) -> String {
    let style = graph::style_of(judged.judgement);
    let name = judged.judgement;
    match judged.judgement {
        Judgement::Good => String::new(),
        Judgement::Best => format!(" {:>7}  {style}{name}{style:#}", ""),
        _ => format!(
            " {:>7}  {style}{name:10}{style:#}  {}",
            loss(judged),
            judged.preferred
        ),
    }
}

fn loss(judged: &JudgedMove) -> String {
    format!("{:.1} %", 100.0 * judged.loss)
}

/// A line for each player.
fn performances(text: &mut String, record: &Record, review: &Review) {
    let head = Style::new().bold();
    let [doubtful, bad, worst] = [
        Judgement::Inaccuracy,
        Judgement::Mistake,
        Judgement::Blunder,
    ]
    .map(Judgement::sign);
    let _ = writeln!(
        text,
        "{head}{:24}{:>8}  {:>13}  {doubtful:>3} {bad:>3} {worst:>3}  counted{head:#}",
        "", "accuracy", "loss per move"
    );
    let performances = review.performances();
    for side in [Color::White, Color::Black] {
        let performance = performances[side];
        let percent = |share: Option<f64>, digits: usize| match share {
            Some(share) => format!("{:.digits$} %", 100.0 * share),
            None => "–".to_owned(),
        };
        let [_, _, inaccuracies, mistakes, blunders] = performance.judgements;
        let _ = writeln!(
            text,
            "{:24}{:>8}  {:>13}  {inaccuracies:>3} {mistakes:>3} {blunders:>3}  {} of {} moves",
            name(record, side),
            percent(performance.accuracy, 0),
            percent(performance.mean_loss, 1),
            performance.counted,
            performance.moves,
        );
    }
}

/// A player's name, short enough for a column.
fn name(record: &Record, side: Color) -> String {
    let player = &record.info.players[side];
    if player.is_empty() {
        return wording::side(side).to_owned();
    }
    let name: String = player.chars().take(15).collect();
    format!("{}, {name}", wording::side(side))
}

/// What would have been better, for the moves that gave away most.
fn worst_moves(text: &mut String, review: &Review) {
    let worst = review.worst_moves();
    if worst.is_empty() {
        text.push_str("Nobody gave away as much as 5 % with a move.\n");
        return;
    }
    text.push_str(if worst.len() == 1 {
        "The move that gave away most:\n"
    } else {
        "The moves that gave away most:\n"
    });
    for judged in worst.into_iter().take(MOST_SHOWN) {
        let style = graph::style_of(judged.judgement);
        let _ = writeln!(
            text,
            "{:>4}  {}  {style}{}{}{style:#}  gave away {}: from {} to {}",
            judged.ply,
            wording::side(judged.mover),
            judged.mv,
            judged.judgement.sign(),
            loss(judged),
            wording::percent(judged.before),
            wording::percent(judged.after),
        );
        let before = &review.studies()[judged.ply - 1];
        for line in before.lines() {
            let value = wording::value(before.position(), line);
            let moves = wording::line(&line.line, LINE_LENGTH);
            let _ = writeln!(text, "      {value:>9}  {moves}");
        }
    }
    text.push('\n');
}

/// A sentence about where the game turned.
fn turning_point(review: &Review) -> String {
    let Some(point) = review.turning_point() else {
        let ahead = Color::ALL
            .into_iter()
            .find(|&side| review.chances(side).last() > Some(0.5));
        return match ahead {
            Some(side) => format!("{} was ahead from beginning to end.", wording::side(side)),
            None => "Nobody is ahead.".to_owned(),
        };
    };
    let judged = &review.moves()[point.ply - 1];
    let [before, after] = point.chances.map(wording::percent);
    format!(
        "Turning point: move {}, {}'s {}{}, took {} from {before} to {after} for good.",
        point.ply,
        wording::side(judged.mover),
        judged.mv,
        judged.judgement.sign(),
        wording::side(point.leader),
    )
}

/// How it ended, or how it stands.
fn ending(record: &Record, review: &Review) -> String {
    let last = record.final_position();
    let to_move = wording::side(last.to_move());
    if let Some(Outcome::Win(winner)) = last.outcome() {
        return format!("{to_move} cannot move: {} has won.", wording::side(winner));
    }
    let standing = review
        .studies()
        .last()
        .map(|study| wording::prospects(study, last.to_move()))
        .unwrap_or_default();
    let standing = format!("{to_move} to move at the end: {standing}");
    match record.info.result.winner() {
        Some(winner) => format!(
            "{standing}. The record says that {} won ({}).",
            wording::side(winner),
            record.info.result
        ),
        None => format!("{standing}."),
    }
}
