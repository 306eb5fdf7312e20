//! Review of a game as a JSON object.

use amazons::records::Record;
use amazons::{Color, Game};
use engine::review::{GameReview, Judgement, SideSummary};
use protocol::analysis_json::{self, round_probability};
use serde_json::{Map, Value, json};

/// `positions` has one more entry than `moves`: the start position comes first.
pub(super) fn to_json(record: &Record, review: &GameReview) -> Value {
    let info = &record.info;
    let performances = review.side_summaries();
    let player = |side: Color| {
        let name = &info.players[side];
        let mut report = performance(&performances[side]);
        report["name"] = (!name.is_empty()).then_some(name.as_str()).into();
        report
    };
    let turning_point = review.turning_point().map(|point| {
        json!({
            "ply": point.ply,
            "leader": point.leader.to_string(),
            "before": round_probability(point.win_probabilities[0]),
            "after": round_probability(point.win_probabilities[1]),
        })
    });
    json!({
        "start": record.start().to_text(),
        "result": info.result.winner().map(|_| info.result.to_string()),
        "winner": record.winner().map(|winner| winner.to_string()),
        "players": { "black": player(Color::Black), "white": player(Color::White) },
        "thresholds": {
            "inaccuracy": Judgement::MIN_INACCURACY_LOSS,
            "mistake": Judgement::MIN_MISTAKE_LOSS,
            "blunder": Judgement::MIN_BLUNDER_LOSS,
        },
        "moves": moves(review),
        "positions": review.analyses().iter().map(analysis_json::to_json).collect::<Vec<_>>(),
        "turning_point": turning_point,
    })
}

fn moves(review: &GameReview) -> Vec<Value> {
    let judged = review.moves().iter().map(|judged| {
        json!({
            "ply": judged.ply,
            "player": judged.mover.to_string(),
            "move": judged.mv.to_string(),
            "best_move": judged.engine_move.to_string(),
            "before": round_probability(judged.win_probability_before),
            "after": round_probability(judged.win_probability_after),
            "loss": round_probability(judged.win_probability_loss),
            "judgement": judged.judgement.name(),
        })
    });
    judged.collect()
}

fn performance(performance: &SideSummary) -> Value {
    let judgements = Judgement::ALL.into_iter().zip(performance.judgements);
    let judgements: Map<String, Value> = judgements
        .map(|(judgement, count)| (judgement.name().to_owned(), count.into()))
        .collect();
    json!({
        "moves": performance.moves,
        "counted": performance.counted_moves,
        "accuracy": performance.accuracy.map(round_probability),
        "mean_loss": performance.mean_loss.map(round_probability),
        "judgements": judgements,
    })
}
