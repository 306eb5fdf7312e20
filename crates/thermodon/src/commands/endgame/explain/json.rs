//! An account for programs.

use amazons::notation::diagram::write_board;
use amazons::{Color, MoveCount, SquareSet};
use combinatorial::Games;
use endgame::{Account, Choice, KnownMoves, Outlook, Part, Played, Reason, Worth, region_name};
use serde_json::{Value, json};

use crate::commands::endgame::exact;
use crate::study_json;

/// Everything.
pub(super) fn report(games: &mut Games, account: &Account) -> Value {
    let mut regions = Vec::new();
    for (place, region) in account.parts.iter().enumerate() {
        let mut report = part(games, region);
        report["name"] = region_name(place).into();
        report["hottest"] = (account.hottest == Some(place)).into();
        regions.push(report);
    }
    let [black, white] = account.outlooks.map(verdict);
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
        "hottest": account.hottest.map(region_name),
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

fn verdict(verdict: Outlook) -> Value {
    let ahead: Option<MoveCount> = match verdict {
        Outlook::Lead(lead) => Some(lead.moves),
        _ => None,
    };
    json!({
        "winner": verdict.winner().map(|winner| winner.to_string()),
        "ahead": ahead.map(study_json::move_count),
    })
}

/// The winning moves, and whether these are all.
fn keeping(account: &Account) -> (Vec<Value>, bool) {
    match &account.moves {
        KnownMoves::Judged(choices) => {
            let wins = |choice: &&Choice| choice.wins_for(account.first);
            let report = |choice: &Choice| {
                json!({
                    "region": region_name(choice.part),
                    "board": account.parts[choice.part].board + 1,
                    "move": choice.mv.to_string(),
                    "ahead": choice.lead.map(|lead| study_json::move_count(lead.moves)),
                })
            };
            (choices.iter().filter(wins).map(report).collect(), true)
        }
        KnownMoves::Winning(moves, is_all) => {
            let report = |&(part, mv): &(usize, amazons::Move)| {
                json!({
                    "region": region_name(part),
                    "board": account.parts[part].board + 1,
                    "move": mv.to_string(),
                    "ahead": null,
                })
            };
            (moves.iter().map(report).collect(), *is_all)
        }
        KnownMoves::Open => (Vec::new(), false),
    }
}

fn played(games: &mut Games, account: &Account, played: &Played) -> Value {
    let region = account.part_of(played.board, played.mv).map(region_name);
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
