//! An account for people.

use std::fmt::Write as _;

use amazons::{Color, Move};
use anstyle::Style;
use combinatorial::{Games, Value};
use endgame::{
    AnalyzedMove, AnalyzedRegion, BestPlayMove, EndgameReport, MoveReason, MoveReport,
    OutcomeForFirstPlayer, RegionValue, region_label,
};

use crate::commands::endgame::exact::outcome;
use crate::drawing::{self, Marks};
use crate::wording;

/// Moves that are listed of each region.
const LISTED: usize = 4;

/// Squares up to which all of a region's are named.
const MOST_SQUARES: usize = 16;

/// Characters up to which a value is written out beside a move.
const SHORT: usize = 24;

/// Characters up to which a region's value is written out.
const LONG: usize = 100;

/// Moves of the end that are listed where both only fill.
const FILLED: usize = 6;

/// Everything.
pub(super) fn report(games: &mut Games, account: &EndgameReport, lists_all: bool) -> String {
    let mut text = String::new();
    for board in &account.boards {
        text += &drawing::for_terminal(board, Marks::default());
        text.push('\n');
    }
    if account.regions.is_empty() {
        text += "Nobody can move in any region.\n";
    }
    for place in 0..account.regions.len() {
        write_part(&mut text, games, account, place);
    }
    // Writing to a String cannot fail.
    for (side, verdict) in Color::ALL.into_iter().zip(account.outcomes) {
        let _ = writeln!(text, "{} to move: {}", wording::side(side), said(verdict));
    }
    text.push('\n');
    write_choices(&mut text, account, lists_all);
    write_play(&mut text, games, account);
    text
}

fn said(verdict: OutcomeForFirstPlayer) -> String {
    match verdict {
        OutcomeForFirstPlayer::Lead(lead) => wording::wins_by(lead.winner, lead.moves),
        OutcomeForFirstPlayer::Winner(winner) => {
            format!("{} wins, by how much is not known", wording::side(winner))
        }
        OutcomeForFirstPlayer::Unknown => {
            "not known; `thermodon solve` searches until it is".to_owned()
        }
    }
}

fn write_part(text: &mut String, games: &mut Games, account: &EndgameReport, place: usize) {
    let part = &account.regions[place];
    let head = Style::new().bold();
    let squares = part.region.squares();
    let count = match squares.len() {
        1 => "1 square".to_owned(),
        count => format!("{count} squares"),
    };
    let on = match account.boards.len() {
        1 => String::new(),
        _ => format!(" on board {}", part.board + 1),
    };
    let whose = match part.region.owner() {
        Some(owner) => format!(", {} alone", wording::side(owner)),
        None => String::new(),
    };
    let hottest = match account.hottest == Some(place) {
        true => "  <- the hottest",
        false => "",
    };
    let _ = writeln!(
        text,
        "{head}{}{head:#}  {count}{on}{whose}: {}{hottest}",
        region_label(place),
        wording::squares(squares, MOST_SQUARES)
    );
    write_worth(text, games, part);
}

fn write_worth(text: &mut String, games: &mut Games, part: &AnalyzedRegion) {
    let value = match part.value {
        RegionValue::Exact(value) => value,
        RegionValue::Bounded {
            lower: least,
            upper: most,
        } => {
            let _ = writeln!(
                text,
                "   not exact: too large to be worked out, between {least} and {most} moves for Black"
            );
            return;
        }
    };
    let thermograph = games.thermograph(value);
    let shown = games.show(value);
    let shown = match shown.chars().count() > LONG {
        true => "long (--json writes it out)".to_owned(),
        false => shown,
    };
    let _ = writeln!(
        text,
        "   value {shown}, mean {}, temperature {}: {}",
        thermograph.mean(),
        thermograph.temperature(),
        outcome(games.outcome(value))
    );
}

fn write_choices(text: &mut String, account: &EndgameReport, lists_all: bool) {
    let (mover, head) = (wording::side(account.first), Style::new().bold());
    let is_won = account.outcome().winner() == Some(account.first);
    match &account.moves {
        MoveReport::Unknown => {
            let _ = writeln!(text, "Which moves keep the win is not known.");
        }
        MoveReport::Winning(moves, is_all) if is_won => {
            let _ = writeln!(text, "{head}Moves of {mover} that keep the win{head:#}");
            write_by_part(text, account, moves, lists_all, |_| String::new());
            if !is_all {
                let _ = writeln!(text, "   there may be more: the time was up");
            }
        }
        MoveReport::Analyzed(choices) if is_won => {
            let _ = writeln!(text, "{head}Moves of {mover} that keep the win{head:#}");
            let keeps = |choice: &&AnalyzedMove| choice.wins_for(account.first);
            let kept: Vec<(usize, Move)> = choices
                .iter()
                .filter(keeps)
                .map(|choice| (choice.region, choice.mv))
                .collect();
            write_by_part(text, account, &kept, lists_all, |place| {
                let all = choices.iter().filter(|choice| choice.region == place);
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

fn write_by_part(
    text: &mut String,
    account: &EndgameReport,
    moves: &[(usize, Move)],
    lists_all: bool,
    of_how_many: impl Fn(usize) -> String,
) {
    for place in 0..account.regions.len() {
        let here: Vec<Move> = moves
            .iter()
            .filter(|&&(part, _)| part == place)
            .map(|&(_, mv)| mv)
            .collect();
        if here.is_empty() {
            continue;
        }
        let most = if lists_all { usize::MAX } else { LISTED };
        let mut list: Vec<String> = here.iter().take(most).map(Move::to_string).collect();
        if here.len() > list.len() {
            list.push(format!("and {} more", here.len() - list.len()));
        }
        let _ = writeln!(
            text,
            "{}  {}{}: {}",
            region_label(place),
            here.len(),
            of_how_many(place),
            list.join(", ")
        );
    }
}

fn write_play(text: &mut String, games: &mut Games, account: &EndgameReport) {
    if account.has_bounded_region() {
        text.push_str("Best play is not known where a region is not exact.\n");
        return;
    }
    let head = Style::new().bold();
    let _ = writeln!(text, "{head}Best play{head:#}");
    // At the end both only fill what is theirs: that is one line.
    let last = account
        .best_play
        .iter()
        .rposition(|played| played.reason != MoveReason::FillsOwnRegion);
    let (contest, filling) = account.best_play.split_at(last.map_or(0, |last| last + 1));
    for (number, played) in (1..).zip(contest) {
        let _ = writeln!(text, "{number:>3}. {}", line(games, account, played));
    }
    let moves: Vec<Move> = filling.iter().map(|played| played.mv).collect();
    if !moves.is_empty() {
        let _ = writeln!(
            text,
            "{:>3}. both fill what is theirs, {} first: {}",
            contest.len() + 1,
            wording::side(filling[0].side),
            wording::line(&moves, FILLED)
        );
    }
    let loser = account
        .best_play
        .last()
        .map_or(account.first, |played| !played.side);
    let _ = writeln!(
        text,
        "     {} has no move left: {} wins",
        wording::side(loser),
        wording::side(!loser)
    );
}

fn line(games: &mut Games, account: &EndgameReport, played: &BestPlayMove) -> String {
    let region = account
        .region_index(played.board, played.mv)
        .map(region_label);
    let becomes = match (played.before, played.after) {
        (Some(before), Some(after)) => {
            let [before, after] = [before, after].map(|value| short(games, value));
            format!("{before} becomes {after}; ")
        }
        _ => String::new(),
    };
    format!(
        "{} {}  {}  {becomes}{}",
        wording::side(played.side),
        region.unwrap_or_default(),
        played.mv,
        reason(played.reason)
    )
}

/// A value, or its mean if it is long.
fn short(games: &mut Games, value: Value) -> String {
    let shown = games.show(value);
    match shown.chars().count() > SHORT {
        true => format!("(mean {})", games.thermograph(value).mean()),
        false => shown,
    }
}

/// Half a sentence.
fn reason(reason: MoveReason) -> String {
    match reason {
        MoveReason::OnlyWinningMove => "the only move that wins".to_owned(),
        MoveReason::Hottest(temperature) => format!("hottest, temperature {temperature}"),
        MoveReason::CoolerRegion {
            temperature,
            hottest,
        } => format!("better than the hottest: temperature {temperature} instead of {hottest}"),
        MoveReason::SmallestLoss => "costs least".to_owned(),
        MoveReason::FillsOwnRegion => "fills".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use amazons::SquareSet;

    use super::*;

    #[test]
    fn many_squares_are_not_all_named() {
        let squares: SquareSet = amazons::Position::standard_start().board();
        assert_eq!(wording::squares(squares, 3), "a1 b1 c1 …");
        assert_eq!(wording::squares(SquareSet::EMPTY, 3), "");
    }
}
