//! What the engine found in a position, as JSON: the same in `thermodon analyze --json` and in the
//! analysis protocol.

use amazons::{Color, Game, Move, MoveCount, Outcome, Position};
use engine::{Exact, Info, Score, Study};
use serde_json::{Map, Value, json};

/// A position, what it is worth and its best lines. Scores are for the player to move.
#[must_use]
pub fn study(study: &Study) -> Map<String, Value> {
    let position = study.position();
    let first = study.lines().first();
    let report = json!({
        "fen": position.to_text(),
        "to_move": position.to_move().to_string(),
        "winner": position.outcome().and_then(Outcome::winner).map(|winner| winner.to_string()),
        "score": study.score().map(score),
        "win_probability": study.score().map(|score| chances(position, score)),
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

/// What exact values say for certain.
fn exact(exact: &Exact) -> Value {
    let names = |moves: &Vec<Move>| moves.iter().map(Move::to_string).collect::<Vec<_>>();
    json!({
        "winner": exact.winner.to_string(),
        "ahead": move_count(exact.ahead),
        "hottest": exact.hottest.as_ref().map(|hottest| json!({
            "squares": hottest.squares.iter().map(|square| square.to_string()).collect::<Vec<_>>(),
            "value": hottest.value,
            "temperature": hottest.temperature,
        })),
        "winning_moves": exact.winning.as_ref().map(names),
    })
}

/// A number of moves, as far as it is known.
#[must_use]
pub fn move_count(count: MoveCount) -> Value {
    json!({ "least": count.least, "most": count.most })
}

fn line(position: &Position, info: &Info) -> Value {
    json!({
        "moves": info.line.iter().map(Move::to_string).collect::<Vec<_>>(),
        "score": info.score.map(score),
        "win_probability": info.score.map(|score| chances(position, score)),
    })
}

/// An estimate as the logarithm of the odds of winning, a proof with the number of moves to the end.
fn score(score: Score) -> Value {
    match score {
        Score::Estimate(thousandths) => {
            json!({ "kind": "estimate", "logit": f64::from(thousandths) / 1000.0 })
        }
        Score::Win { plies } => json!({ "kind": "win", "plies": plies }),
        Score::Loss { plies } => json!({ "kind": "loss", "plies": plies }),
    }
}

fn chances(position: &Position, score: Score) -> Value {
    let own = score.chance();
    let [black, white] = Color::ALL.map(|side| {
        if side == position.to_move() {
            own
        } else {
            1.0 - own
        }
    });
    json!({ "black": rounded(black), "white": rounded(white) })
}

/// A chance to six digits: more would be noise, and would depend on the machine's logarithms.
#[must_use]
pub fn rounded(chance: f64) -> f64 {
    (chance * 1e6).round() / 1e6
}
