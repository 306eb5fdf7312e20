//! Results of a match as text and as JSON.

use std::fmt::Write;

use amazons::Position;
use arena::statistics::{Decision, EloEstimate};
use arena::{Match, MatchResult, MatchStatus, Standings};
use serde_json::{Value, json};

/// Current results in a few lines.
pub(super) fn standings_text(config: &Match<Position>, standings: &Standings) -> String {
    let mut text = String::new();
    if config.participants.len() == 2 {
        write_encounter(&mut text, config, standings, 0, 1);
    } else {
        write_ratings(&mut text, config, standings);
    }
    if let Some(test) = standings.sprt_progress() {
        let (sprt, ratio) = (test.sprt(), test.llr());
        let (low, high) = sprt.bounds();
        let decision = match test.decision() {
            Decision::Continue => "undecided",
            Decision::AcceptH0 => "H0 accepted",
            Decision::AcceptH1 => "H1 accepted",
        };
        write_line(
            &mut text,
            &format!("SPRT {sprt}: LLR {ratio:.2} in ({low:.2}, {high:.2}), {decision}"),
        );
    }
    text.truncate(text.trim_end().len());
    text
}

/// The full report.
pub(super) fn to_text(config: &Match<Position>, conclusion: &MatchResult) -> String {
    let standings = &conclusion.standings;
    let mut text = standings_text(config, standings);
    text.push('\n');
    if config.participants.len() > 2 {
        for ((a, b), _) in standings.pairings() {
            write_encounter(&mut text, config, standings, a, b);
        }
    }
    if let Some(advantage) = standings.first_mover_advantage() {
        write_line(
            &mut text,
            &format!(
                "first player: {:.1} %, Elo {}",
                100.0 * advantage.score,
                interval(&advantage)
            ),
        );
    }
    if standings.games() > 0 {
        let length = standings.plies() as f64 / standings.games() as f64;
        write_line(
            &mut text,
            &format!("average game length: {length:.1} plies"),
        );
    }
    for (player, fault, count) in standings.forfeits() {
        let name = &config.participants[player].name;
        write_line(
            &mut text,
            &format!("{name} forfeited {count} games: {fault}"),
        );
    }
    text
}

pub(super) fn to_json(config: &Match<Position>, conclusion: &MatchResult) -> Value {
    let standings = &conclusion.standings;
    let name = |player: usize| config.participants[player].name.clone();
    let encounters = standings.pairings().map(|((a, b), pairs)| {
        let [wins, draws, losses] = standings.wins_draws_losses(a, b);
        json!({
            "players": [name(a), name(b)],
            "wins": wins,
            "draws": draws,
            "losses": losses,
            "pairs": pairs,
            "estimate": EloEstimate::new(&pairs),
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
    let faults = standings.forfeits().map(
        |(player, fault, count)| json!({"player": name(player), "fault": fault, "games": count}),
    );
    let sprt = standings.sprt_progress().map(|test| {
        let (low, high) = test.sprt().bounds();
        json!({
            "test": test.sprt().to_string(),
            "pairs": test.pairs(),
            "llr": test.llr(),
            "bounds": [low, high],
            "accepted": match test.decision() {
                Decision::Continue => Value::Null,
                Decision::AcceptH0 => "H0".into(),
                Decision::AcceptH1 => "H1".into(),
            },
        })
    });
    json!({
        "settings": config.header(),
        "verdict": match conclusion.status {
            MatchStatus::Complete => "complete",
            MatchStatus::Decided(_) => "decided",
            MatchStatus::Stopped => "stopped",
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
    config: &Match<Position>,
    standings: &Standings,
    a: usize,
    b: usize,
) {
    let [wins, draws, losses] = standings.wins_draws_losses(a, b);
    let pairs = standings.pairs(a, b);
    let (first, second) = (&config.participants[a].name, &config.participants[b].name);
    write_line(
        text,
        &format!(
            "{first} vs {second}: +{wins} ={draws} -{losses}, game pairs by points 0 ½ 1 1½ 2: {:?}",
            pairs.0
        ),
    );
    if let Some(estimate) = EloEstimate::new(&pairs) {
        write_line(
            text,
            &format!(
                "  {:.1} %, Elo {}, normalized {:+.1}, likelihood of superiority {:.1} %",
                100.0 * estimate.score,
                interval(&estimate),
                estimate.normalized_elo,
                100.0 * estimate.los
            ),
        );
    }
}

fn write_ratings(text: &mut String, config: &Match<Position>, standings: &Standings) {
    let width = config
        .participants
        .iter()
        .map(|player| player.name.chars().count())
        .max()
        .unwrap_or(0);
    for (rank, rating) in (1..).zip(standings.ratings()) {
        let name = &config.participants[rating.player].name;
        write_line(
            text,
            &format!(
                "{rank:>2}. {name:width$} {:>+7.1} ±{:.1} Elo, {} of {} points",
                rating.elo, rating.error, rating.points, rating.games
            ),
        );
    }
}

fn interval(estimate: &EloEstimate) -> String {
    format!(
        "{:+.1} [{:+.1}, {:+.1}]",
        estimate.elo, estimate.elo_low, estimate.elo_high
    )
}

fn write_line(text: &mut String, content: &str) {
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{content}");
}
