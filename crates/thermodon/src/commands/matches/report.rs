//! What a match says, for people and for programs.

use std::fmt::Write;

use amazons::Position;
use arena::statistics::{Decision, Estimate};
use arena::{Conclusion, Match, Standings, Verdict};
use serde_json::{Value, json};

/// How the match stands, in a few lines.
pub(super) fn standing(plan: &Match<Position>, standings: &Standings) -> String {
    let mut text = String::new();
    if plan.contestants.len() == 2 {
        write_encounter(&mut text, plan, standings, 0, 1);
    } else {
        write_ratings(&mut text, plan, standings);
    }
    if let Some(test) = standings.test() {
        let (sprt, ratio) = (test.sprt(), test.ratio());
        let (low, high) = sprt.bounds();
        let decision = match test.decision() {
            Decision::Continue => "undecided",
            Decision::AcceptH0 => "H0 accepted",
            Decision::AcceptH1 => "H1 accepted",
        };
        line(
            &mut text,
            &format!("SPRT {sprt}: LLR {ratio:.2} in ({low:.2}, {high:.2}), {decision}"),
        );
    }
    text.truncate(text.trim_end().len());
    text
}

/// The whole report.
pub(super) fn text(plan: &Match<Position>, conclusion: &Conclusion) -> String {
    let standings = &conclusion.standings;
    let mut text = standing(plan, standings);
    text.push('\n');
    if plan.contestants.len() > 2 {
        for ((a, b), _) in standings.encounters() {
            write_encounter(&mut text, plan, standings, a, b);
        }
    }
    if let Some(advantage) = standings.first_mover_advantage() {
        line(
            &mut text,
            &format!(
                "moving first: {:.1} %, Elo {}",
                100.0 * advantage.score,
                interval(&advantage)
            ),
        );
    }
    if standings.games() > 0 {
        let length = standings.plies() as f64 / standings.games() as f64;
        line(
            &mut text,
            &format!("average length of a game: {length:.1} moves"),
        );
    }
    for (player, fault, count) in standings.faults() {
        let name = &plan.contestants[player].name;
        line(&mut text, &format!("{name} lost {count} by fault: {fault}"));
    }
    text
}

/// The same for programs.
pub(super) fn json(plan: &Match<Position>, conclusion: &Conclusion) -> Value {
    let standings = &conclusion.standings;
    let name = |player: usize| plan.contestants[player].name.clone();
    let encounters = standings.encounters().map(|((a, b), pairs)| {
        let [wins, draws, losses] = standings.wins_draws_losses(a, b);
        json!({
            "players": [name(a), name(b)],
            "wins": wins,
            "draws": draws,
            "losses": losses,
            "pairs": pairs,
            "estimate": Estimate::of(&pairs),
        })
    });
    let ratings = standings.ratings().into_iter().map(|rating| {
        json!({
            "player": name(rating.player),
            "elo": rating.elo,
            "error": rating.error,
            "games": rating.games,
            "points": rating.points,
        })
    });
    let faults = standings.faults().map(
        |(player, fault, count)| json!({"player": name(player), "fault": fault, "games": count}),
    );
    let sprt = standings.test().map(|test| {
        let (low, high) = test.sprt().bounds();
        json!({
            "test": test.sprt().to_string(),
            "pairs": test.pairs(),
            "llr": test.ratio(),
            "bounds": [low, high],
            "accepted": match test.decision() {
                Decision::Continue => Value::Null,
                Decision::AcceptH0 => "H0".into(),
                Decision::AcceptH1 => "H1".into(),
            },
        })
    });
    json!({
        "settings": plan.settings(),
        "verdict": match conclusion.verdict {
            Verdict::Complete => "complete",
            Verdict::Decided(_) => "decided",
            Verdict::Stopped => "stopped",
        },
        "games": standings.games(),
        "plies": standings.plies(),
        "encounters": encounters.collect::<Vec<_>>(),
        "ratings": ratings.collect::<Vec<_>>(),
        "sprt": sprt,
        "moving_first": standings.first_mover_advantage(),
        "faults": faults.collect::<Vec<_>>(),
    })
}

fn write_encounter(
    text: &mut String,
    plan: &Match<Position>,
    standings: &Standings,
    a: usize,
    b: usize,
) {
    let [wins, draws, losses] = standings.wins_draws_losses(a, b);
    let pairs = standings.pairs(a, b);
    let (first, second) = (&plan.contestants[a].name, &plan.contestants[b].name);
    line(
        text,
        &format!(
            "{first} against {second}: +{wins} ={draws} -{losses}, pairs by points 0 ½ 1 1½ 2: {:?}",
            pairs.0
        ),
    );
    if let Some(estimate) = Estimate::of(&pairs) {
        line(
            text,
            &format!(
                "  {:.1} %, Elo {}, normalised {:+.1}, likelihood of superiority {:.1} %",
                100.0 * estimate.score,
                interval(&estimate),
                estimate.normalized_elo,
                100.0 * estimate.superiority
            ),
        );
    }
}

fn write_ratings(text: &mut String, plan: &Match<Position>, standings: &Standings) {
    let width = plan
        .contestants
        .iter()
        .map(|player| player.name.chars().count())
        .max()
        .unwrap_or(0);
    for (place, rating) in (1..).zip(standings.ratings()) {
        let name = &plan.contestants[rating.player].name;
        line(
            text,
            &format!(
                "{place:>2}. {name:width$} {:>+7.1} ±{:.1} Elo, {} of {} points",
                rating.elo, rating.error, rating.points, rating.games
            ),
        );
    }
}

fn interval(estimate: &Estimate) -> String {
    format!(
        "{:+.1} [{:+.1}, {:+.1}]",
        estimate.elo, estimate.elo_low, estimate.elo_high
    )
}

fn line(text: &mut String, content: &str) {
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{content}");
}
