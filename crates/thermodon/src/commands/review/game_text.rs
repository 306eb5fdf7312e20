//! Review of a game as text: graph, table of moves, accuracy, worst moves, turning point.

use std::fmt::Write as _;

use amazons::records::Record;
use amazons::{Color, Game, Outcome};
use anstyle::Style;
use engine::review::{GameReview, Judgement, ReviewedMove};
use protocol::describe;

use super::graph;

/// Maximum number of mistakes listed with better lines.
const MAX_LISTED_MISTAKES: usize = 5;

/// Maximum number of moves shown of a better line.
const MAX_LINE_PLIES: usize = 5;

pub(super) fn to_text(record: &Record, review: &GameReview) -> String {
    let mut text = heading(record);
    text.push_str(&graph::render(review));
    text.push('\n');
    write_moves(&mut text, review);
    text.push('\n');
    write_accuracy(&mut text, record, review);
    text.push('\n');
    write_worst_moves(&mut text, review);
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{}", turning_point_text(review));
    let _ = writeln!(text, "{}", ending_text(record, review));
    text
}

/// Players, event, place and date, as far as the record has them.
fn heading(record: &Record) -> String {
    let info = &record.info;
    let names: Vec<String> = [Color::White, Color::Black]
        .into_iter()
        .filter(|&side| !info.players[side].is_empty())
        .map(|side| format!("{}: {}", describe::color_name(side), info.players[side]))
        .collect();
    let about = [&info.event, &info.place, &info.date];
    let about = about.into_iter().filter(|text| !text.is_empty()).cloned();
    let parts: Vec<String> = names.into_iter().chain(about).collect();
    if parts.is_empty() {
        return String::new();
    }
    format!("{}\n\n", parts.join(", "))
}

fn write_moves(text: &mut String, review: &GameReview) {
    let head = Style::new().bold();
    let _ = writeln!(
        text,
        "{head}{:>4}  {:5}  {:13}  {:>9} {:>10} {:>7}  {:10}  better{head:#}",
        "move", "side", "played", "White", "Black", "loss", "judgement"
    );
    for judged in review.moves() {
        let after = &review.analyses()[judged.ply];
        let [black, white] = Color::ALL.map(|side| describe::score_text_for(after, side));
        let style = graph::style_of(judged.judgement);
        let played = format!("{}{}", judged.mv, judged.judgement.glyph());
        let _ = writeln!(
            text,
            "{:>4}  {:5}  {style}{played:13}{style:#}  {white:>9} {black:>10}{}",
            judged.ply,
            describe::color_name(judged.mover),
            remarks(judged),
        );
    }
}

/// The last columns of a move: loss, judgement and the preferred move; empty for a good move.
fn remarks(judged: &ReviewedMove) -> String {
    let style = graph::style_of(judged.judgement);
    let name = judged.judgement;
    match judged.judgement {
        Judgement::Good => String::new(),
        Judgement::Best => format!(" {:>7}  {style}{name}{style:#}", ""),
        _ => format!(
            " {:>7}  {style}{name:10}{style:#}  {}",
            loss_text(judged),
            judged.engine_move
        ),
    }
}

fn loss_text(judged: &ReviewedMove) -> String {
    format!("{:.1} %", 100.0 * judged.win_probability_loss)
}

/// Accuracy and counts of mistakes, a line per player.
fn write_accuracy(text: &mut String, record: &Record, review: &GameReview) {
    let head = Style::new().bold();
    let [inaccuracy, mistake, blunder] = [
        Judgement::Inaccuracy,
        Judgement::Mistake,
        Judgement::Blunder,
    ]
    .map(Judgement::glyph);
    let _ = writeln!(
        text,
        "{head}{:24}{:>8}  {:>13}  {inaccuracy:>3} {mistake:>3} {blunder:>3}  counted{head:#}",
        "", "accuracy", "loss per move"
    );
    let performances = review.side_summaries();
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
            player_name(record, side),
            percent(performance.accuracy, 0),
            percent(performance.mean_loss, 1),
            performance.counted_moves,
            performance.moves,
        );
    }
}

/// Color and name of a player, cut to a column.
fn player_name(record: &Record, side: Color) -> String {
    let player = &record.info.players[side];
    if player.is_empty() {
        return describe::color_name(side).to_owned();
    }
    let name: String = player.chars().take(15).collect();
    format!("{}, {name}", describe::color_name(side))
}

/// The moves with the largest losses and what was better.
fn write_worst_moves(text: &mut String, review: &GameReview) {
    let worst = review.worst_moves();
    if worst.is_empty() {
        text.push_str("No move lost 5 % or more.\n");
        return;
    }
    text.push_str("Worst moves:\n");
    for judged in worst.into_iter().take(MAX_LISTED_MISTAKES) {
        let style = graph::style_of(judged.judgement);
        let _ = writeln!(
            text,
            "{:>4}  {}  {style}{}{}{style:#}  lost {}: from {} to {}",
            judged.ply,
            describe::color_name(judged.mover),
            judged.mv,
            judged.judgement.glyph(),
            loss_text(judged),
            describe::percent(judged.win_probability_before),
            describe::percent(judged.win_probability_after),
        );
        let before = &review.analyses()[judged.ply - 1];
        for line in before.lines() {
            let score = describe::score_text(before.position(), line);
            let moves = describe::moves_text(&line.pv, MAX_LINE_PLIES);
            let _ = writeln!(text, "      {score:>9}  {moves}");
        }
    }
    text.push('\n');
}

fn turning_point_text(review: &GameReview) -> String {
    let Some(point) = review.turning_point() else {
        let ahead = Color::ALL
            .into_iter()
            .find(|&side| review.win_probabilities(side).last() > Some(0.5));
        return match ahead {
            Some(side) => format!("{} was ahead throughout.", describe::color_name(side)),
            None => "Neither player is ahead.".to_owned(),
        };
    };
    let judged = &review.moves()[point.ply - 1];
    let [before, after] = point.win_probabilities.map(describe::percent);
    format!(
        "Turning point: move {}, {}'s {}{}, took {} from {before} to {after}.",
        point.ply,
        describe::color_name(judged.mover),
        judged.mv,
        judged.judgement.glyph(),
        describe::color_name(point.leader),
    )
}

/// The result, or the score of the last position.
fn ending_text(record: &Record, review: &GameReview) -> String {
    let last = record.final_position();
    let to_move = describe::color_name(last.to_move());
    if let Some(Outcome::Win(winner)) = last.outcome() {
        return format!(
            "{to_move} cannot move: {} has won.",
            describe::color_name(winner)
        );
    }
    let score = review
        .analyses()
        .last()
        .map(|study| describe::score_text_for(study, last.to_move()))
        .unwrap_or_default();
    let score = format!("Final position: {to_move} to move, {score}");
    match record.info.result.winner() {
        Some(winner) => format!(
            "{score}. Recorded result: {} won ({}).",
            describe::color_name(winner),
            record.info.result
        ),
        None => format!("{score}."),
    }
}
