//! Analysis of an endgame as JSON.

use amazons::notation::diagram::write_board;
use amazons::{Color, Move, MoveCount};
use combinatorial::ValueStore;
use endgame::{
    AnalyzedRegion, BestPlayMove, EndgameReport, MoveReason, MoveReport, OutcomeForFirstPlayer,
    RegionValue, region_label,
};
use serde_json::{Value, json};

use crate::analysis_json::move_count;
use crate::commands::endgame::values::value_json;
use crate::describe::square_names;

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

fn region_json(games: &mut ValueStore, part: &AnalyzedRegion) -> Value {
    let mut report = match part.value {
        RegionValue::Exact(value) => value_json(games, value),
        RegionValue::Bounded { lower, upper } => {
            json!({ "value": null, "least": lower, "most": upper })
        }
    };
    report["exact"] = part.value.exact().is_some().into();
    report["board"] = (part.board + 1).into();
    report["squares"] = square_names(part.region.squares()).into();
    report["black"] = square_names(part.region.amazons(Color::Black)).into();
    report["white"] = square_names(part.region.amazons(Color::White)).into();
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
    let to_json = |region: usize, mv: Move, lead: Option<MoveCount>| {
        json!({
            "region": region_label(region),
            "board": report.regions[region].board + 1,
            "move": mv.to_string(),
            "ahead": lead.map(move_count),
        })
    };
    match &report.moves {
        MoveReport::Analyzed(choices) => {
            let winning = choices
                .iter()
                .filter(|choice| choice.wins_for(report.first));
            let moves = winning.map(|choice| {
                let lead = choice.lead.map(|lead| lead.moves);
                to_json(choice.region, choice.mv, lead)
            });
            (moves.collect(), true)
        }
        MoveReport::Winning(moves, is_all) => {
            let moves = moves.iter().map(|&(region, mv)| to_json(region, mv, None));
            (moves.collect(), *is_all)
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
