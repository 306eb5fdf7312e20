//! Analysis of an endgame as text.

use std::fmt::Write as _;

use amazons::{Color, Move};
use anstyle::Style;
use combinatorial::{GameValue, ValueStore};
use endgame::{
    AnalyzedMove, AnalyzedRegion, BestPlayMove, EndgameReport, MoveReason, MoveReport,
    OutcomeForFirstPlayer, RegionValue, region_label,
};
use protocol::describe;
use protocol::terminal_board::{self, Highlights};

use crate::commands::endgame::format_squares;
use crate::commands::endgame::values::outcome_text;

/// Maximum number of moves listed per region.
const MAX_LISTED_MOVES: usize = 4;

/// Maximum number of squares listed of a region.
const MAX_LISTED_SQUARES: usize = 16;

/// Maximum number of characters of a value beside a move.
const MAX_SHORT_VALUE_CHARS: usize = 24;

/// Maximum number of characters of the value of a region.
const MAX_VALUE_CHARS: usize = 100;

/// Maximum number of filling moves listed.
const MAX_FILLING_MOVES: usize = 6;

pub(super) fn to_text(store: &mut ValueStore, report: &EndgameReport, all_moves: bool) -> String {
    let mut text = String::new();
    for board in &report.boards {
        text += &terminal_board::render(board, Highlights::default());
        text.push('\n');
    }
    if report.regions.is_empty() {
        text += "Neither player can move in any region.\n";
    }
    for index in 0..report.regions.len() {
        write_region(&mut text, store, report, index);
    }
    // Writing to a String cannot fail.
    for (side, outcome) in Color::ALL.into_iter().zip(report.outcomes) {
        let player = describe::color_name(side);
        let _ = writeln!(text, "{player} to move: {}", winner_text(outcome));
    }
    text.push('\n');
    write_winning_moves(&mut text, report, all_moves);
    write_best_play(&mut text, store, report);
    text
}

fn winner_text(outcome: OutcomeForFirstPlayer) -> String {
    match outcome {
        OutcomeForFirstPlayer::Lead(lead) => describe::winner_text(lead.winner, lead.moves),
        OutcomeForFirstPlayer::Winner(winner) => {
            format!("{} wins by an unknown lead", describe::color_name(winner))
        }
        OutcomeForFirstPlayer::Unknown => {
            "unknown; `thermodon endgame solve` searches without a time limit".to_owned()
        }
    }
}

fn write_region(text: &mut String, store: &mut ValueStore, report: &EndgameReport, index: usize) {
    let part = &report.regions[index];
    let bold = Style::new().bold();
    let squares = part.region.squares();
    let count = format_squares(squares.len());
    let board = match report.boards.len() {
        1 => String::new(),
        _ => format!(" on board {}", part.board + 1),
    };
    let owner = match part.region.owner() {
        Some(owner) => format!(", {} only", describe::color_name(owner)),
        None => String::new(),
    };
    let hottest = match report.hottest == Some(index) {
        true => "  <- hottest",
        false => "",
    };
    let _ = writeln!(
        text,
        "{bold}{}{bold:#}  {count}{board}{owner}: {}{hottest}",
        region_label(index),
        describe::squares_text(squares, MAX_LISTED_SQUARES)
    );
    write_value(text, store, part);
}

fn write_value(text: &mut String, store: &mut ValueStore, part: &AnalyzedRegion) {
    let value = match part.value {
        RegionValue::Exact(value) => value,
        RegionValue::Bounded { lower, upper } => {
            let _ = writeln!(
                text,
                "   too large to compute: between {lower} and {upper} moves for Black"
            );
            return;
        }
    };
    let thermograph = store.thermograph(value);
    let shown = store.format(value);
    let shown = match shown.chars().count() > MAX_VALUE_CHARS {
        true => "omitted (see --json)".to_owned(),
        false => shown,
    };
    let _ = writeln!(
        text,
        "   value {shown}, mean {}, temperature {}: {}",
        thermograph.mean(),
        thermograph.temperature(),
        outcome_text(store.outcome(value))
    );
}

fn write_winning_moves(text: &mut String, report: &EndgameReport, all_moves: bool) {
    let (mover, bold) = (describe::color_name(report.to_move), Style::new().bold());
    let is_won = report.outcome().winner() == Some(report.to_move);
    match &report.moves {
        MoveReport::Unknown => {
            let _ = writeln!(text, "The winning moves are unknown.");
        }
        MoveReport::Winning(moves, is_all) if is_won => {
            let _ = writeln!(text, "{bold}Winning moves of {mover}{bold:#}");
            write_moves_by_region(text, report, moves, all_moves, |_| String::new());
            if !is_all {
                let _ = writeln!(text, "   there may be more: time limit reached");
            }
        }
        MoveReport::Analyzed(choices) if is_won => {
            let _ = writeln!(text, "{bold}Winning moves of {mover}{bold:#}");
            let wins = |choice: &&AnalyzedMove| choice.wins_for(report.to_move);
            let winning: Vec<(usize, Move)> = choices
                .iter()
                .filter(wins)
                .map(|choice| (choice.region, choice.mv))
                .collect();
            write_moves_by_region(text, report, &winning, all_moves, |index| {
                let all = choices.iter().filter(|choice| choice.region == index);
                format!(" of {}", all.count())
            });
        }
        MoveReport::Analyzed(choices) if choices.is_empty() => {
            let _ = writeln!(text, "{mover} has no move.");
        }
        _ => {
            let _ = writeln!(text, "Every move of {mover} loses.");
        }
    }
    text.push('\n');
}

fn write_moves_by_region(
    text: &mut String,
    report: &EndgameReport,
    moves: &[(usize, Move)],
    all_moves: bool,
    of_total: impl Fn(usize) -> String,
) {
    for index in 0..report.regions.len() {
        let here: Vec<Move> = moves
            .iter()
            .filter(|&&(part, _)| part == index)
            .map(|&(_, mv)| mv)
            .collect();
        if here.is_empty() {
            continue;
        }
        let max = if all_moves {
            here.len()
        } else {
            MAX_LISTED_MOVES
        };
        let _ = writeln!(
            text,
            "{}  {}{}: {}",
            region_label(index),
            here.len(),
            of_total(index),
            describe::list_text(here.iter().map(Move::to_string), max)
        );
    }
}

fn write_best_play(text: &mut String, store: &mut ValueStore, report: &EndgameReport) {
    if report.has_bounded_region() {
        text.push_str("Best play is unknown: the value of a region is not exact.\n");
        return;
    }
    let bold = Style::new().bold();
    let _ = writeln!(text, "{bold}Best play{bold:#}");
    // The filling at the end takes one line.
    let last = report
        .best_play
        .iter()
        .rposition(|played| played.reason != MoveReason::FillsOwnRegion);
    let (contest, filling) = report.best_play.split_at(last.map_or(0, |last| last + 1));
    for (number, played) in (1..).zip(contest) {
        let _ = writeln!(text, "{number:>3}. {}", move_text(store, report, played));
    }
    let moves: Vec<Move> = filling.iter().map(|played| played.mv).collect();
    if !moves.is_empty() {
        let _ = writeln!(
            text,
            "{:>3}. both players fill, {} first: {}",
            contest.len() + 1,
            describe::color_name(filling[0].side),
            describe::moves_text(&moves, MAX_FILLING_MOVES)
        );
    }
    let loser = report
        .best_play
        .last()
        .map_or(report.to_move, |played| !played.side);
    let _ = writeln!(
        text,
        "     {} cannot move: {} wins",
        describe::color_name(loser),
        describe::color_name(!loser)
    );
}

fn move_text(store: &mut ValueStore, report: &EndgameReport, played: &BestPlayMove) -> String {
    let region = report
        .region_index(played.board, played.mv)
        .map(region_label);
    let change = match (played.before, played.after) {
        (Some(before), Some(after)) => {
            let [before, after] = [before, after].map(|value| short_value(store, value));
            format!("{before} becomes {after}; ")
        }
        _ => String::new(),
    };
    format!(
        "{} {}  {}  {change}{}",
        describe::color_name(played.side),
        region.unwrap_or_default(),
        played.mv,
        reason_text(played.reason)
    )
}

/// A value, or its mean if the value is long.
fn short_value(store: &mut ValueStore, value: GameValue) -> String {
    let shown = store.format(value);
    match shown.chars().count() > MAX_SHORT_VALUE_CHARS {
        true => format!("(mean {})", store.thermograph(value).mean()),
        false => shown,
    }
}

fn reason_text(reason: MoveReason) -> String {
    match reason {
        MoveReason::OnlyWinningMove => "only winning move".to_owned(),
        MoveReason::Hottest(temperature) => format!("hottest, temperature {temperature}"),
        MoveReason::CoolerRegion {
            temperature,
            hottest,
        } => format!("better than hottest: temperature {temperature} instead of {hottest}"),
        MoveReason::SmallestLoss => "costs least".to_owned(),
        MoveReason::FillsOwnRegion => "fills".to_owned(),
    }
}
