//! The review of a game for programs: one object.

use amazons::records::Record;
use amazons::{Color, Game};
use engine::review::{Judgement, Performance, Review};
use serde_json::{Map, Value, json};

use crate::study_json::{self, rounded};

/// Everything. `positions` has one more entry than `moves`: the start comes first.
pub(super) fn report(record: &Record, review: &Review) -> Value {
    let info = &record.info;
    let performances = review.performances();
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
            "before": rounded(point.chances[0]),
            "after": rounded(point.chances[1]),
        })
    });
    json!({
        "start": record.start().to_text(),
        "result": info.result.winner().map(|_| info.result.to_string()),
        "winner": record.winner().map(|winner| winner.to_string()),
        "players": { "black": player(Color::Black), "white": player(Color::White) },
        "thresholds": {
            "inaccuracy": Judgement::INACCURACY,
            "mistake": Judgement::MISTAKE,
            "blunder": Judgement::BLUNDER,
        },
        "moves": moves(review),
        "positions": review.studies().iter().map(study_json::study).collect::<Vec<_>>(),
        "turning_point": turning_point,
    })
}

fn moves(review: &Review) -> Vec<Value> {
    let judged = review.moves().iter().map(|judged| {
        json!({
            "ply": judged.ply,
            "player": judged.mover.to_string(),
            "move": judged.mv.to_string(),
            "best_move": judged.preferred.to_string(),
            "before": rounded(judged.before),
            "after": rounded(judged.after),
            "loss": rounded(judged.loss),
            "judgement": judged.judgement.name(),
        })
    });
    judged.collect()
}

fn performance(performance: &Performance) -> Value {
    let judgements = Judgement::ALL.into_iter().zip(performance.judgements);
    let judgements: Map<String, Value> = judgements
        .map(|(judgement, count)| (judgement.name().to_owned(), count.into()))
        .collect();
    json!({
        "moves": performance.moves,
        "counted": performance.counted,
        "accuracy": performance.accuracy.map(rounded),
        "mean_loss": performance.mean_loss.map(rounded),
        "judgements": judgements,
    })
}
