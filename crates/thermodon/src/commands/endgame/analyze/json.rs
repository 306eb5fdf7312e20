//! Analysis of an endgame as JSON.

use amazons::notation::diagram::write_board;
use amazons::{Color, Move, MoveCount};
use combinatorial::ValueStore;
use endgame::{
    AnalyzedRegion, BestPlayMove, EndgameReport, MoveReason, MoveReport, OutcomeForFirstPlayer,
    RegionValue, region_label,
};
use protocol::analysis_json::move_count;
use protocol::describe::square_names;
use serde_json::{Value, json};

use crate::commands::endgame::values::value_json;

pub(super) fn to_json(store: &mut ValueStore, report: &EndgameReport) -> Value {
    let mut regions = Vec::new();
    for (index, analyzed) in report.regions.iter().enumerate() {
        let mut region = region_json(store, analyzed);
        region["name"] = region_label(index).into();
        region["hottest"] = (report.hottest == Some(index)).into();
        regions.push(region);
    }
    let [black, white] = report.outcomes.map(outcome_json);
    let (winning_moves, is_complete) = winning_moves(report);
    let best_play: Vec<Value> = report
        .best_play
        .iter()
        .map(|played| best_play_json(store, report, played))
        .collect();
    json!({
        "boards": report.boards.iter().map(write_board).collect::<Vec<_>>(),
        "to_move": report.to_move.to_string(),
        "regions": regions,
        "hottest": report.hottest.map(region_label),
        "black_to_move": black,
        "white_to_move": white,
        "winning_moves": winning_moves,
        "winning_moves_complete": is_complete,
        // Best play needs exact values of all regions.
        "play": (!report.has_bounded_region()).then_some(best_play),
    })
}

fn region_json(store: &mut ValueStore, analyzed: &AnalyzedRegion) -> Value {
    let mut region = match analyzed.value {
        RegionValue::Exact(value) => value_json(store, value),
        RegionValue::Bounded { lower, upper } => {
            json!({ "value": null, "least": lower, "most": upper })
        }
    };
    region["exact"] = analyzed.value.exact().is_some().into();
    region["board"] = (analyzed.board + 1).into();
    region["squares"] = square_names(analyzed.region.squares()).into();
    region["black"] = square_names(analyzed.region.amazons(Color::Black)).into();
    region["white"] = square_names(analyzed.region.amazons(Color::White)).into();
    region
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

/// The known winning moves, and whether these are all.
fn winning_moves(report: &EndgameReport) -> (Vec<Value>, bool) {
    let move_json = |region: usize, mv: Move, lead: Option<MoveCount>| {
        json!({
            "region": region_label(region),
            "board": report.regions[region].board + 1,
            "move": mv.to_string(),
            "ahead": lead.map(move_count),
        })
    };
    match &report.moves {
        MoveReport::Analyzed(analyzed_moves) => {
            let winning = analyzed_moves
                .iter()
                .filter(|analyzed| analyzed.wins_for(report.to_move));
            let moves = winning.map(|analyzed| {
                let lead = analyzed.lead.map(|lead| lead.moves);
                move_json(analyzed.region, analyzed.mv, lead)
            });
            (moves.collect(), true)
        }
        MoveReport::Winning(moves, is_all) => {
            let moves = moves
                .iter()
                .map(|&(region, mv)| move_json(region, mv, None));
            (moves.collect(), *is_all)
        }
        MoveReport::Unknown => (Vec::new(), false),
    }
}

fn best_play_json(store: &mut ValueStore, report: &EndgameReport, played: &BestPlayMove) -> Value {
    let region = report
        .region_index(played.board, played.mv)
        .map(region_label);
    json!({
        "side": played.side.to_string(),
        "region": region,
        "board": played.board + 1,
        "move": played.mv.to_string(),
        "before": played.before.map(|value| store.format(value)),
        "after": played.after.map(|value| store.format(value)),
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
