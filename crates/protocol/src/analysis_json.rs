//! Analysis of a position as JSON, for `thermodon analyze --json` and the analysis protocol.

use amazons::{Color, Game, MoveCount, Outcome, Position};
use engine::{Analysis, ExactResult, Score, SearchInfo};
use serde_json::{Map, Value, json};

use crate::describe;

/// A position, its score and its best lines. Scores are for the side to move.
#[must_use]
pub fn to_json(study: &Analysis) -> Map<String, Value> {
    let position = study.position();
    let first = study.lines().first();
    let report = json!({
        "fen": position.to_text(),
        "to_move": position.to_move().to_string(),
        "winner": position.outcome().and_then(Outcome::winner).map(|winner| winner.to_string()),
        "score": study.score().map(score),
        "win_probability": study.score().map(|score| win_probability(position, score)),
        "best_move": study.best_move().map(|mv| mv.to_string()),
        "depth": first.map_or(0, |info| info.depth),
        "nodes": first.map_or(0, |info| info.nodes),
        "seconds": first.map_or(0.0, |info| info.time.as_secs_f64()),
        "exact": study.exact().map(exact),
        "lines": study.lines().iter().map(|info| line(position, info)).collect::<Vec<_>>(),
    });
    match report {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

fn exact(exact: &ExactResult) -> Value {
    json!({
        "winner": exact.winner.to_string(),
        "ahead": move_count(exact.lead),
        "hottest": exact.hottest.as_ref().map(|hottest| json!({
            "squares": describe::square_names(hottest.squares),
            "value": hottest.value,
            "temperature": hottest.temperature,
        })),
        "winning_moves": exact.winning_moves.as_deref().map(describe::move_names),
    })
}

/// Bounds of a number of moves.
#[must_use]
pub fn move_count(count: MoveCount) -> Value {
    json!({ "least": count.lower, "most": count.upper })
}

fn line(position: &Position, info: &SearchInfo) -> Value {
    json!({
        "moves": describe::move_names(&info.pv),
        "score": info.score.map(score),
        "win_probability": info.score.map(|score| win_probability(position, score)),
    })
}

/// An estimate as the logarithm of the odds, a proof with the number of plies to the end.
fn score(score: Score) -> Value {
    match score {
        Score::Estimate(millilogits) => {
            json!({ "kind": "estimate", "logit": f64::from(millilogits) / 1000.0 })
        }
        Score::Win { plies } => json!({ "kind": "win", "plies": plies }),
        Score::Loss { plies } => json!({ "kind": "loss", "plies": plies }),
        Score::Draw => json!({ "kind": "draw" }),
    }
}

fn win_probability(position: &Position, score: Score) -> Value {
    let probability = score.win_probability();
    let [black, white] = match position.to_move() {
        Color::Black => [probability, 1.0 - probability],
        Color::White => [1.0 - probability, probability],
    };
    json!({ "black": round_probability(black), "white": round_probability(white) })
}

/// Rounds to six digits; further ones depend on the machine's logarithms.
#[must_use]
pub fn round_probability(probability: f64) -> f64 {
    (probability * 1e6).round() / 1e6
}
