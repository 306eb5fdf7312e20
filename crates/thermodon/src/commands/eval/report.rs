//! The evaluation of a position as text and as JSON.

use std::fmt::Write as _;

use amazons::{Color, Game, Outcome, Position};
use evaluation::features::OPENNESS_UNIT;
use evaluation::lieberum::LieberumParts;
use evaluation::mobility::MOBILITY_UNIT;
use evaluation::paper::TYPE_NAMES;
use evaluation::{
    Distances, Estimate, Evaluation, Features, Layout, Lieberum, Maps, Paper, Path, Staged, Term,
    Terms,
};
use game::PerColor;
use serde_json::{Map, Value, json};

use super::pictures;
use crate::drawing::{self, Marks};
use crate::wording;

/// Everything for a person to read.
pub(super) fn text(position: &Position, staged: &Staged) -> String {
    let layout = Layout::of(position);
    let features = Features::of(&layout);
    let to_move = position.to_move();
    let mut text = drawing::for_terminal(position, Marks::default());
    // Writing to a String cannot fail.
    let _ = writeln!(text, "\n{}", standing(position, &features));
    let _ = write!(text, "\n{}", pictures::maps(position, &Maps::of(&layout)));
    if anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never {
        let _ = writeln!(text, "    {}\n", pictures::legend());
    }

    let estimate = staged.judge(&features, to_move);
    let _ = writeln!(text, "staged     {}", verdict(estimate, to_move));
    let _ = writeln!(text, "           weights: {}", staged.weights().provenance);
    let _ = writeln!(
        text,
        "           {:<16}{:>9}{:>10}{:>9}",
        "term", "value", "weight", "share"
    );
    let terms = Terms::of(&features, to_move);
    let stage = staged.weights().axis().stage(&features);
    for (term, share) in Term::ALL.into_iter().zip(staged.shares(&features, to_move)) {
        let weight = staged.weights().at(term, stage);
        // Adding nought turns the minus nought of a product into plain nought.
        let (name, value, share) = (term.name(), terms.get(term), share + 0.0);
        let _ = writeln!(
            text,
            "           {name:<16}{value:>9.2}{weight:>10.4}{share:>+9.3}"
        );
    }
    let LieberumParts {
        t1,
        t2,
        c1,
        c2,
        w,
        m,
    } = LieberumParts::of(&features, to_move);
    let _ = writeln!(
        text,
        "lieberum   {}",
        verdict(Lieberum.judge(&features, to_move), to_move)
    );
    let _ = writeln!(
        text,
        "           t1 {t1:+.1}  t2 {t2:+.1}  c1 {c1:+.1}  c2 {c2:+.1}  w {w:.1}  m {m:+.1}"
    );
    for (name, paper) in Paper::PRESETS {
        let estimate = paper.judge(&features, to_move);
        let _ = writeln!(text, "paper      {}  {name}", verdict(estimate, to_move));
    }
    text
}

/// Whose turn it is, and what the board looks like in numbers.
fn standing(position: &Position, features: &Features) -> String {
    let player = wording::side(position.to_move());
    if let Some(Outcome::Win(winner)) = position.outcome() {
        return format!("{player} cannot move: {} has won", wording::side(winner));
    }
    let Features { queen, empty, .. } = features;
    let [black, white] = Color::ALL.map(|color| queen.domain(color));
    let contested = queen.contested();
    format!(
        "{player} to move; {empty} empty squares: {contested} contested, {black} Black's, {white} White's"
    )
}

/// The estimate with its meaning.
fn verdict(estimate: Estimate, to_move: Color) -> String {
    format!(
        "{estimate}: {} wins with {:.0} %",
        wording::side(to_move),
        100.0 * estimate.chance()
    )
}

/// Everything for a program to read. Estimates are for the player to move; distances come as rows from
/// the top, `null` where a square is not empty or not reached.
pub(super) fn json(position: &Position, staged: &Staged) -> Value {
    let layout = Layout::of(position);
    let features = Features::of(&layout);
    let to_move = position.to_move();
    let maps = Maps::of(&layout);
    json!({
        "fen": position.to_text(),
        "to_move": to_move.to_string(),
        "path": Path::best().to_string(),
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

fn estimate_json(estimate: Estimate) -> Value {
    json!({ "logit": estimate.logit(), "chance": estimate.chance() })
}

fn staged_json(staged: &Staged, features: &Features, to_move: Color) -> Value {
    let terms = Terms::of(features, to_move);
    let stage = staged.weights().axis().stage(features);
    let shares = Term::ALL.into_iter().zip(staged.shares(features, to_move));
    let parts: Map<String, Value> = shares
        .map(|(term, share)| {
            let weight = staged.weights().at(term, stage);
            let part = json!({ "value": terms.get(term), "weight": weight, "share": share });
            (term.name().to_owned(), part)
        })
        .collect();
    let mut report = estimate_json(staged.judge(features, to_move));
    report["weights"] = json!(staged.weights().provenance);
    report["stage"] = json!({ staged.weights().axis().name(): stage });
    report["terms"] = parts.into();
    report
}

fn lieberum_json(features: &Features, to_move: Color) -> Value {
    let parts = LieberumParts::of(features, to_move);
    let mut report = estimate_json(Lieberum.judge(features, to_move));
    report["terms"] = json!({
        "t1": parts.t1, "t2": parts.t2, "c1": parts.c1, "c2": parts.c2, "w": parts.w, "m": parts.m,
    });
    report
}

fn paper_json(features: &Features, to_move: Color) -> Value {
    let coefficients = TYPE_NAMES
        .into_iter()
        .zip(Paper::coefficients(features, to_move));
    let coefficients: Map<String, Value> = coefficients
        .map(|(name, coefficient)| (name.to_owned(), json!(coefficient)))
        .collect();
    let presets: Map<String, Value> = Paper::PRESETS
        .into_iter()
        .map(|(name, paper)| {
            (
                name.to_owned(),
                estimate_json(paper.judge(features, to_move)),
            )
        })
        .collect();
    json!({ "coefficients": coefficients, "presets": presets })
}

fn features_json(features: &Features) -> Value {
    let side = |color: Color| {
        let mobility = &features.mobility[color];
        json!({
            "queen_ahead": features.queen.ahead(color),
            "king_ahead": features.king.ahead(color),
            "king_lead": features.king_lead(color),
            "within": features.within[color],
            "one_to_two": features.one_to_two(color),
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

fn distances_json(position: &Position, distances: &PerColor<Distances>) -> Value {
    let size = position.size();
    let map = |color: Color| -> Vec<Vec<Option<usize>>> {
        let rows = (0..size.rows()).rev();
        rows.map(|row| {
            let squares = (0..size.columns()).filter_map(|column| size.square(column, row));
            squares.map(|square| distances[color].to(square)).collect()
        })
        .collect()
    };
    json!({ "black": map(Color::Black), "white": map(Color::White) })
}
