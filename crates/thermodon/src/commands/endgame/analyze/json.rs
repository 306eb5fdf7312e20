//! Analysis of an endgame as JSON.

use amazons::notation::diagram::write_board;
use amazons::{Color, MoveCount, SquareSet};
use combinatorial::ValueStore;
use endgame::{
    AnalyzedMove, AnalyzedRegion, BestPlayMove, EndgameReport, MoveReason, MoveReport,
    OutcomeForFirstPlayer, RegionValue, region_label,
};
use serde_json::{Value, json};

use crate::analysis_json::move_count;
use crate::commands::endgame::values::value_json;

pub(super) fn to_json(games: &mut ValueStore, report: &EndgameReport) -> Value {
    let mut regions = Vec::new();
    for (index, part) in report.regions.iter().enumerate() {
        let mut region = region_json(games, part);
        region["name"] = region_label(index).into();
        region["hottest"] = (report.hottest == Some(index)).into();
        regions.push(region);
    }
    let [black, white] = report.outcomes.map(outcome_json);
    let (winning_moves, is_complete) = winning_moves(report);
    let play: Vec<Value> = report
        .best_play
        .iter()
        .map(|played| played_json(games, report, played))
        .collect();
    json!({
        "boards": report.boards.iter().map(write_board).collect::<Vec<_>>(),
        "to_move": report.first.to_string(),
        "regions": regions,
        "hottest": report.hottest.map(region_label),
        "black_to_move": black,
        "white_to_move": white,
        "winning_moves": winning_moves,
        "winning_moves_complete": is_complete,
        "play": (!report.has_bounded_region()).then_some(play),
    })
}

fn names(set: SquareSet) -> Vec<String> {
    set.iter().map(|square| square.to_string()).collect()
}

fn region_json(games: &mut ValueStore, part: &AnalyzedRegion) -> Value {
    let mut report = match part.value {
        RegionValue::Exact(value) => value_json(games, value),
        RegionValue::Bounded {
            lower: least,
            upper: most,
        } => json!({ "value": null, "least": least, "most": most }),
    };
    report["exact"] = part.value.exact().is_some().into();
    report["board"] = (part.board + 1).into();
    report["squares"] = names(part.region.squares()).into();
    report["black"] = names(part.region.amazons(Color::Black)).into();
    report["white"] = names(part.region.amazons(Color::White)).into();
    report
}

fn outcome_json(outcome: OutcomeForFirstPlayer) -> Value {
    let lead: Option<MoveCount> = match outcome {
        OutcomeForFirstPlayer::Lead(lead) => Some(lead.moves),
        _ => None,
    };
    json!({
        "winner": outcome.winner().map(|winner| winner.to_string()),
        "ahead": lead.map(move_count),
    })
}

/// The winning moves, and whether they are all of them.
fn winning_moves(report: &EndgameReport) -> (Vec<Value>, bool) {
    match &report.moves {
        MoveReport::Analyzed(choices) => {
            let wins = |choice: &&AnalyzedMove| choice.wins_for(report.first);
            let to_json = |choice: &AnalyzedMove| {
                json!({
                    "region": region_label(choice.region),
                    "board": report.regions[choice.region].board + 1,
                    "move": choice.mv.to_string(),
                    "ahead": choice.lead.map(|lead| move_count(lead.moves)),
                })
            };
            (choices.iter().filter(wins).map(to_json).collect(), true)
        }
        MoveReport::Winning(moves, is_all) => {
            let to_json = |&(part, mv): &(usize, amazons::Move)| {
                json!({
                    "region": region_label(part),
                    "board": report.regions[part].board + 1,
                    "move": mv.to_string(),
                    "ahead": null,
                })
            };
            (moves.iter().map(to_json).collect(), *is_all)
        }
        MoveReport::Unknown => (Vec::new(), false),
    }
}

fn played_json(games: &mut ValueStore, report: &EndgameReport, played: &BestPlayMove) -> Value {
    let region = report
        .region_index(played.board, played.mv)
        .map(region_label);
    json!({
        "side": played.side.to_string(),
        "region": region,
        "board": played.board + 1,
        "move": played.mv.to_string(),
        "before": played.before.map(|value| games.format(value)),
        "after": played.after.map(|value| games.format(value)),
        "winner": played.lead.winner.to_string(),
        "ahead": move_count(played.lead.moves),
        "reason": reason_name(played.reason),
    })
}

fn reason_name(reason: MoveReason) -> &'static str {
    match reason {
        MoveReason::OnlyWinningMove => "only-win",
        MoveReason::Hottest(_) => "hottest",
        MoveReason::CoolerRegion { .. } => "cooler",
        MoveReason::SmallestLoss => "least-cost",
        MoveReason::FillsOwnRegion => "fills",
    }
}
