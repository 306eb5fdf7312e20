//! Results of a match as text and as JSON.

use amazons::Position;
use arena::statistics::{Decision, EloEstimate};
use arena::{Match, MatchResult, MatchStatus, Standings};
use serde_json::{Value, json};

/// Current results in a few lines.
pub(super) fn standings_text(config: &Match<Position>, standings: &Standings) -> String {
    let mut lines = if config.participants.len() == 2 {
        encounter_lines(config, standings, 0, 1)
    } else {
        rating_lines(config, standings)
    };
    lines.extend(standings.sprt_progress().map(|test| {
        let (sprt, ratio) = (test.sprt(), test.llr());
        let (low, high) = sprt.bounds();
        let decision = match test.decision() {
            Decision::Continue => "undecided",
            Decision::AcceptH0 => "H0 accepted",
            Decision::AcceptH1 => "H1 accepted",
        };
        format!("SPRT {sprt}: LLR {ratio:.2} in ({low:.2}, {high:.2}), {decision}")
    }));
    lines.join("\n")
}

/// The full report.
pub(super) fn to_text(config: &Match<Position>, conclusion: &MatchResult) -> String {
    let standings = &conclusion.standings;
    let mut lines = vec![standings_text(config, standings)];
    if config.participants.len() > 2 {
        for ((a, b), _) in standings.pairings() {
            lines.extend(encounter_lines(config, standings, a, b));
        }
    }
    lines.extend(standings.first_mover_advantage().map(|advantage| {
        let (score, elo) = (100.0 * advantage.score, interval(&advantage));
        format!("first player: {score:.1} %, Elo {elo}")
    }));
    if standings.games() > 0 {
        let length = standings.plies() as f64 / standings.games() as f64;
        lines.push(format!("average game length: {length:.1} plies"));
    }
    lines.extend(standings.forfeits().map(|(player, fault, count)| {
        let name = &config.participants[player].name;
        format!("{name} forfeited {count} games: {fault}")
    }));
    lines.join("\n") + "\n"
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

fn encounter_lines(
    config: &Match<Position>,
    standings: &Standings,
    a: usize,
    b: usize,
) -> Vec<String> {
    let [wins, draws, losses] = standings.wins_draws_losses(a, b);
    let pairs = standings.pairs(a, b);
    let (first, second) = (&config.participants[a].name, &config.participants[b].name);
    let mut lines = vec![format!(
        "{first} vs {second}: +{wins} ={draws} -{losses}, game pairs by points 0 ½ 1 1½ 2: {:?}",
        pairs.0
    )];
    lines.extend(EloEstimate::new(&pairs).map(|estimate| {
        format!(
            "  {:.1} %, Elo {}, normalized {:+.1}, likelihood of superiority {:.1} %",
            100.0 * estimate.score,
            interval(&estimate),
            estimate.normalized_elo,
            100.0 * estimate.los
        )
    }));
    lines
}

fn rating_lines(config: &Match<Position>, standings: &Standings) -> Vec<String> {
    let name = |player: usize| &config.participants[player].name;
    let lengths = config
        .participants
        .iter()
        .map(|player| player.name.chars().count());
    let width = lengths.max().unwrap_or(0);
    let lines = (1..).zip(standings.ratings()).map(|(rank, rating)| {
        format!(
            "{rank:>2}. {:width$} {:>+7.1} ±{:.1} Elo, {} of {} points",
            name(rating.player),
            rating.elo,
            rating.error,
            rating.points,
            rating.games
        )
    });
    lines.collect()
}

fn interval(estimate: &EloEstimate) -> String {
    format!(
        "{:+.1} [{:+.1}, {:+.1}]",
        estimate.elo, estimate.elo_low, estimate.elo_high
    )
}
