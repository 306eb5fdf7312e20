//! An account for programs.

use amazons::notation::diagram::write_board;
use amazons::{Color, MoveCount, SquareSet};
use combinatorial::Games;
use endgame::{Choice, Part, Played, Reason, Worth};
use serde_json::{Value, json};

use crate::commands::endgame::exact;
use crate::study_json;

use super::account::{Account, Choices, Verdict, name};

/// Everything.
pub(super) fn report(games: &mut Games, account: &Account) -> Value {
    let mut regions = Vec::new();
    for (place, region) in account.parts.iter().enumerate() {
        let mut report = part(games, region);
        report["name"] = name(place).into();
        report["hottest"] = (account.hottest == Some(place)).into();
        regions.push(report);
    }
    let [black, white] = account.verdicts.map(verdict);
    let (keeping, is_complete) = keeping(account);
    let play: Vec<Value> = account
        .play
        .iter()
        .map(|one| played(games, account, one))
        .collect();
    json!({
        "boards": account.boards.iter().map(write_board).collect::<Vec<_>>(),
        "to_move": account.first.to_string(),
        "regions": regions,
        "hottest": account.hottest.map(name),
        "black_to_move": black,
        "white_to_move": white,
        "winning_moves": keeping,
        "winning_moves_complete": is_complete,
        "play": (!account.is_rough()).then_some(play),
    })
}

fn names(set: SquareSet) -> Vec<String> {
    set.iter().map(|square| square.to_string()).collect()
}

fn part(games: &mut Games, part: &Part) -> Value {
    let mut report = match part.worth {
        Worth::Exact(value) => exact::value_json(games, value),
        Worth::Between { least, most } => json!({ "value": null, "least": least, "most": most }),
    };
    report["exact"] = part.worth.exactly().is_some().into();
    report["board"] = (part.board + 1).into();
    report["squares"] = names(part.region.squares()).into();
    report["black"] = names(part.region.amazons(Color::Black)).into();
    report["white"] = names(part.region.amazons(Color::White)).into();
    report
}

fn verdict(verdict: Verdict) -> Value {
    let ahead: Option<MoveCount> = match verdict {
        Verdict::Lead(lead) => Some(lead.moves),
        _ => None,
    };
    json!({
        "winner": verdict.winner().map(|winner| winner.to_string()),
        "ahead": ahead.map(study_json::move_count),
    })
}

/// The winning moves, and whether these are all.
fn keeping(account: &Account) -> (Vec<Value>, bool) {
    match &account.choices {
        Choices::Judged(choices) => {
            let wins = |choice: &&Choice| choice.wins_for(account.first);
            let report = |choice: &Choice| {
                json!({
                    "region": name(choice.part),
                    "board": account.parts[choice.part].board + 1,
                    "move": choice.mv.to_string(),
                    "ahead": choice.lead.map(|lead| study_json::move_count(lead.moves)),
                })
            };
            (choices.iter().filter(wins).map(report).collect(), true)
        }
        Choices::Winning(moves, is_all) => {
            let report = |&(part, mv): &(usize, amazons::Move)| {
                json!({
                    "region": name(part),
                    "board": account.parts[part].board + 1,
                    "move": mv.to_string(),
                    "ahead": null,
                })
            };
            (moves.iter().map(report).collect(), *is_all)
        }
        Choices::Open => (Vec::new(), false),
    }
}

fn played(games: &mut Games, account: &Account, played: &Played) -> Value {
    let region = account.part_of(played.board, played.mv).map(name);
    json!({
        "side": played.side.to_string(),
        "region": region,
        "board": played.board + 1,
        "move": played.mv.to_string(),
        "before": played.before.map(|value| games.show(value)),
        "after": played.after.map(|value| games.show(value)),
        "winner": played.lead.winner.to_string(),
        "ahead": study_json::move_count(played.lead.moves),
        "reason": reason(played.reason),
    })
}

fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::OnlyWin => "only-win",
        Reason::Hottest(_) => "hottest",
        Reason::Cooler { .. } => "cooler",
        Reason::LeastCost => "least-cost",
        Reason::Fills => "fills",
    }
}
