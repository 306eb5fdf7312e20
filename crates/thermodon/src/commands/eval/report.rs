//! Evaluation of a position as text and as JSON.

use std::fmt::Write as _;

use amazons::{Color, Game, Outcome, Position};
use evaluation::domination_distance::SQUARE_TYPE_NAMES;
use evaluation::features::OPENNESS_UNIT;
use evaluation::lieberum::LieberumTerms;
use evaluation::mobility::MOBILITY_UNIT;
use evaluation::{
    DistanceMap, DistanceMaps, DominationDistance, EvalBoard, EvaluationFunction, Features,
    Lieberum, LogOdds, SimdBackend, TaperedEvaluation, Term, Terms,
};
use game::PerColor;
use protocol::describe;
use protocol::terminal_board::{self, Highlights};
use serde_json::{Map, Value, json};

use super::distance_maps;

pub(super) fn to_text(position: &Position, staged: &TaperedEvaluation) -> String {
    let layout = EvalBoard::from(position);
    let features = Features::of(&layout);
    let to_move = position.to_move();
    let mut text = terminal_board::render(position, Highlights::default());
    // Writing to a String cannot fail.
    let _ = writeln!(text, "\n{}", status_text(position, &features));
    let _ = write!(
        text,
        "\n{}",
        distance_maps::render_maps(position, &DistanceMaps::of(&layout))
    );
    if anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never {
        let _ = writeln!(text, "    {}\n", distance_maps::legend());
    }

    let estimate = staged.evaluate_features(&features, to_move);
    let _ = writeln!(text, "staged     {}", estimate_text(estimate, to_move));
    let _ = writeln!(text, "           weights: {}", staged.weights().provenance);
    let _ = writeln!(
        text,
        "           {:<16}{:>9}{:>10}{:>9}",
        "term", "value", "weight", "share"
    );
    let terms = Terms::of(&features, to_move);
    let stage = staged.weights().axis().phase(&features);
    for (term, share) in Term::ALL
        .into_iter()
        .zip(staged.contributions(&features, to_move))
    {
        let weight = staged.weights().at_phase(term, stage);
        // Adding 0 turns -0 into 0.
        let (name, value, share) = (term.name(), terms.get(term), share + 0.0);
        let _ = writeln!(
            text,
            "           {name:<16}{value:>9.2}{weight:>10.4}{share:>+9.3}"
        );
    }
    let LieberumTerms {
        t1,
        t2,
        c1,
        c2,
        w,
        m,
    } = LieberumTerms::of(&features, to_move);
    let _ = writeln!(
        text,
        "lieberum   {}",
        estimate_text(Lieberum.evaluate_features(&features, to_move), to_move)
    );
    let _ = writeln!(
        text,
        "           t1 {t1:+.1}  t2 {t2:+.1}  c1 {c1:+.1}  c2 {c2:+.1}  w {w:.1}  m {m:+.1}"
    );
    for (name, paper) in DominationDistance::PRESETS {
        let estimate = paper.evaluate_features(&features, to_move);
        let _ = writeln!(
            text,
            "paper      {}  {name}",
            estimate_text(estimate, to_move)
        );
    }
    text
}

/// Side to move and counts of squares, or the winner.
fn status_text(position: &Position, features: &Features) -> String {
    let player = describe::color_name(position.to_move());
    if let Some(Outcome::Win(winner)) = position.outcome() {
        return format!(
            "{player} cannot move: {} has won",
            describe::color_name(winner)
        );
    }
    let Features { queen, empty, .. } = features;
    let [black, white] = Color::ALL.map(|color| queen.domain(color));
    let contested = queen.contested();
    format!(
        "{player} to move; {empty} empty squares: {contested} contested, {black} of Black, {white} of \
         White"
    )
}

/// An estimate and the win probability of the side to move.
fn estimate_text(estimate: LogOdds, to_move: Color) -> String {
    format!(
        "{estimate}: {} wins with {:.0} %",
        describe::color_name(to_move),
        100.0 * estimate.win_probability()
    )
}

/// Estimates are for the side to move; distances are rows from the top, `null` for squares that are
/// not empty or not reached.
pub(super) fn to_json(position: &Position, staged: &TaperedEvaluation) -> Value {
    let layout = EvalBoard::from(position);
    let features = Features::of(&layout);
    let to_move = position.to_move();
    let maps = DistanceMaps::of(&layout);
    json!({
        "fen": position.to_text(),
        "to_move": to_move.to_string(),
        "path": SimdBackend::best().to_string(),
        "staged": staged_json(staged, &features, to_move),
        "lieberum": lieberum_json(&features, to_move),
        "paper": paper_json(&features, to_move),
        "features": features_json(&features),
        "maps": {
            "queen": distances_json(position, &maps.queen),
            "king": distances_json(position, &maps.king),
        },
    })
}

fn estimate_json(estimate: LogOdds) -> Value {
    json!({ "logit": estimate.logit(), "chance": estimate.win_probability() })
}

fn staged_json(staged: &TaperedEvaluation, features: &Features, to_move: Color) -> Value {
    let terms = Terms::of(features, to_move);
    let stage = staged.weights().axis().phase(features);
    let shares = Term::ALL
        .into_iter()
        .zip(staged.contributions(features, to_move));
    let parts: Map<String, Value> = shares
        .map(|(term, share)| {
            let weight = staged.weights().at_phase(term, stage);
            let part = json!({ "value": terms.get(term), "weight": weight, "share": share });
            (term.name().to_owned(), part)
        })
        .collect();
    let mut report = estimate_json(staged.evaluate_features(features, to_move));
    report["weights"] = json!(staged.weights().provenance);
    report["stage"] = json!({ staged.weights().axis().name(): stage });
    report["terms"] = parts.into();
    report
}

fn lieberum_json(features: &Features, to_move: Color) -> Value {
    let parts = LieberumTerms::of(features, to_move);
    let mut report = estimate_json(Lieberum.evaluate_features(features, to_move));
    report["terms"] = json!({
        "t1": parts.t1, "t2": parts.t2, "c1": parts.c1, "c2": parts.c2, "w": parts.w, "m": parts.m,
    });
    report
}

fn paper_json(features: &Features, to_move: Color) -> Value {
    let coefficients = SQUARE_TYPE_NAMES
        .into_iter()
        .zip(DominationDistance::coefficients(features, to_move));
    let coefficients: Map<String, Value> = coefficients
        .map(|(name, coefficient)| (name.to_owned(), json!(coefficient)))
        .collect();
    let presets: Map<String, Value> = DominationDistance::PRESETS
        .into_iter()
        .map(|(name, paper)| {
            (
                name.to_owned(),
                estimate_json(paper.evaluate_features(features, to_move)),
            )
        })
        .collect();
    json!({ "coefficients": coefficients, "presets": presets })
}

fn features_json(features: &Features) -> Value {
    let side = |color: Color| {
        let mobility = &features.mobility[color];
        json!({
            "queen_ahead": features.queen.nearer_by_at_least(color),
            "king_ahead": features.king.nearer_by_at_least(color),
            "king_lead": features.king_lead(color),
            "within": features.within_queen_moves[color],
            "one_to_two": features.within_one_versus_two(color),
            "domain": features.queen.domain(color),
            "mobility": f64::from(mobility.total()) / f64::from(MOBILITY_UNIT),
            "immobile": mobility.immobile(),
        })
    };
    json!({
        "black": side(Color::Black),
        "white": side(Color::White),
        "queen_ties": features.queen.ties(),
        "king_ties": features.king.ties(),
        "both_within_one": features.both_within_one(),
        "both_within_two": features.both_within_two(),
        "contested": features.queen.contested(),
        "empty": features.empty,
        "openness": f64::from(features.openness()) / f64::from(OPENNESS_UNIT),
    })
}

fn distances_json(position: &Position, distances: &PerColor<DistanceMap>) -> Value {
    let size = position.size();
    let map = |color: Color| -> Vec<Vec<Option<usize>>> {
        let rows = (0..size.rows()).rev();
        rows.map(|row| {
            let squares = (0..size.columns()).filter_map(|column| size.square(column, row));
            squares.map(|square| distances[color].get(square)).collect()
        })
        .collect()
    };
    json!({ "black": map(Color::Black), "white": map(Color::White) })
}
