//! `subgames/proved`: positions of people's games that are proven without search.

use amazons::{Game, Position};
use endgame::{AnalysisLimits, ExactAnalyzer};
use game::Color;
use network::Network;

use super::tables::{score_table, value_table};
use crate::human_games::{default_file, read_shard};
use crate::prelude::*;

/// Maximum number of listed positions.
const MAX_LISTED_POSITIONS: usize = 20;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    /// File of games.
    games: String,
    /// Number of units; each reads every n-th game.
    units: usize,
    /// Maximum number of games per unit.
    #[serde(rename = "most")]
    max_games: Option<usize>,
}

/// Proofs in one game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct GameProofs {
    /// Positions with a legal move.
    positions: usize,
    /// Proven by the rules: territory and filling.
    by_rules: usize,
    /// Proven by the score table and bounds besides.
    by_scores: usize,
    /// Proven by exact values besides.
    by_values: usize,
    /// Plies from the first proof to the end, without exact values and with them.
    from_the_end: [usize; 2],
    /// The network's evaluations of positions proven by exact values only.
    guesses: Vec<NetworkGuess>,
}

/// A proven position and the network's evaluation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct NetworkGuess {
    fen: String,
    winner: String,
    /// Bounds of the lead.
    lower: u32,
    upper: u32,
    /// The network's win probability of the winner, in thousandths.
    win_probability: u32,
}

/// Proofs in people's games.
/// Condition: index of the shard.
pub const PROVED_POSITIONS: Experiment<Config, usize, Vec<GameProofs>> = Experiment {
    info: ExperimentInfo {
        id: "subgames/proved",
        title: "Proofs by exact values in people's games",
        reference: "Subgame Database for Amazons, section 7: most sums stay unknown",
        description: "Positions of games between people that are proven without search by the rules, by the score table and its \
                      bounds, and by exact values; and the network's evaluation of the latter.",
    },
    config: |scale| Config {
        games: default_file(),
        units: scale.pick(20, 100),
        max_games: scale.pick(Some(5), None),
    },
    grid: |config| Grid::new(0..config.units),
    measure,
    results,
};

fn measure(unit: Unit<'_, Config, usize>) -> Result<Vec<GameProofs>, BoxError> {
    let records = read_shard(
        &unit.config.games,
        *unit.condition,
        unit.config.units,
        unit.config.max_games,
    )?;
    let mut prover = Prover {
        analyzer: ExactAnalyzer::new(value_table(), AnalysisLimits::INTERACTIVE),
        workspace: Network::embedded().workspace(),
    };
    records
        .iter()
        .map(|record| prover.prove(&record.main_line_positions()))
        .collect()
}

fn results(_: &Config, groups: &Groups<'_, usize, Vec<GameProofs>>) -> Results {
    let games: Vec<&GameProofs> = groups.samples().flatten().collect();
    Results::new([proofs(&games), examples(&games)])
}

/// Proves positions by one method after the other.
struct Prover {
    analyzer: ExactAnalyzer<'static>,
    workspace: network::Workspace,
}

impl Prover {
    fn prove(&mut self, positions: &[Position]) -> Result<GameProofs, BoxError> {
        let mut proofs = GameProofs::default();
        let scores = score_table()?;
        for (ply, position) in positions.iter().enumerate() {
            if !position.has_legal_move() {
                continue;
            }
            proofs.positions += 1;
            let left = positions.len() - 1 - ply;
            let record = |proofs: &mut GameProofs, method: usize| {
                for first in &mut proofs.from_the_end[method..] {
                    *first = (*first).max(left);
                }
            };
            if position.proven_outcome().is_some() {
                proofs.by_rules += 1;
                record(&mut proofs, 0);
                continue;
            }
            let by_scores = scores.winner(position)?;
            let regions = self
                .analyzer
                .analyze_regions(std::slice::from_ref(position))?;
            let lead = self.analyzer.lead(&regions, position.to_move());
            if let (Some(one), Some(other)) = (by_scores, lead)
                && one != other.winner
            {
                let position = position.to_text();
                return Err(format!(
                    "scores and values disagree: {one}, {}: {position}",
                    other.winner
                )
                .into());
            }
            if by_scores.is_some() {
                proofs.by_scores += 1;
                record(&mut proofs, 0);
            } else if let Some(lead) = lead {
                proofs.by_values += 1;
                record(&mut proofs, 1);
                proofs.guesses.push(NetworkGuess {
                    fen: position.to_text(),
                    winner: lead.winner.to_string(),
                    lower: lead.moves.lower,
                    upper: lead.moves.upper,
                    win_probability: self.win_probability(position, lead.winner),
                });
            }
        }
        Ok(proofs)
    }

    /// The network's win probability of a player, in thousandths.
    fn win_probability(&mut self, position: &Position, of: Color) -> u32 {
        let output = Network::embedded().evaluate(&mut self.workspace, position);
        let own = f64::from(output.win_probability());
        let probability = match position.to_move() == of {
            true => own,
            false => 1.0 - own,
        };
        (1000.0 * probability).round() as u32
    }
}

fn proofs(games: &[&GameProofs]) -> ResultTable {
    let count = |read: fn(&GameProofs) -> usize| games.iter().map(|game| read(game)).sum::<usize>();
    let positions = count(|game| game.positions);
    let first = |method: usize| mean(games.iter().map(|game| game.from_the_end[method] as f64));
    let proven = count(|game| game.by_rules + game.by_scores + game.by_values);
    let guesses = || games.iter().flat_map(|game| &game.guesses);
    let wrong = guesses()
        .filter(|guess| guess.win_probability < 500)
        .count();
    let rows = [
        ("the rules", count(|game| game.by_rules), positions, None),
        (
            "the score table",
            count(|game| game.by_scores),
            positions,
            first(0),
        ),
        (
            "exact values",
            count(|game| game.by_values),
            positions,
            first(1),
        ),
        ("nothing", positions - proven, positions, None),
        (
            "exact values, wrong by the network",
            wrong,
            guesses().count(),
            None,
        ),
    ];
    ResultTable::over("Positions of people's games proven without search", rows)
        .column("by", |row| row.0)
        .column("positions", |row| row.1)
        .estimate("percent", 2, |row| percent(row.1, row.2))
        .estimate("plies before the end", 1, |row| row.3)
        .note(
            "Each row counts what those above leave open; the last row is a part of the exact values. Plies before the end: from the \
             first proven position to the end of the game, with all methods up to that row.",
        )
}

fn examples(games: &[&GameProofs]) -> ResultTable {
    let worst = |game: &&GameProofs| {
        let guesses = game.guesses.iter();
        guesses.min_by_key(|guess| guess.win_probability).cloned()
    };
    let mut guesses: Vec<NetworkGuess> = games.iter().filter_map(worst).collect();
    guesses.sort_by(|one, other| {
        (one.win_probability, &one.fen).cmp(&(other.win_probability, &other.fen))
    });
    guesses.dedup_by(|one, other| one.fen == other.fen);
    guesses.truncate(MAX_LISTED_POSITIONS);
    ResultTable::over("Largest errors of the network", guesses)
        .column("position", |guess| guess.fen.clone())
        .column("winner", |guess| guess.winner.clone())
        .column("lead", |guess| match guess.lower == guess.upper {
            true => guess.lower.to_string(),
            false => format!("{} or more", guess.lower),
        })
        .column("network's win probability of the winner, %", |guess| {
            ResultCell::decimal(f64::from(guess.win_probability) / 10.0, 1)
        })
        .note("Of each game the position proven by exact values only with the largest error of the network.")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::frame::testing::{error, results};

    #[test]
    fn missing_games_are_reported() {
        let config = Config {
            games: "no-such-file".to_owned(),
            ..(PROVED_POSITIONS.config)(Scale::Small)
        };
        let error = error(&PROVED_POSITIONS, &config);
        assert!(
            error.starts_with("cannot read games no-such-file"),
            "{error}"
        );
    }

    /// Positions proven by nothing, by exact values, by scores and by the rules.
    #[test]
    fn each_position_is_proven_by_the_first_method() {
        let positions = [
            "startpos",
            "x..#x.|..o#..|####o.|o.x#.. b",
            "x..#x.|..o#..|#####. b",
            "x..#o|..##.|##### b",
            "x#o b",
        ];
        let positions = positions.map(|text| amazons::notation::parse_position(text).unwrap());
        let mut prover = Prover {
            analyzer: ExactAnalyzer::new(None, AnalysisLimits::INTERACTIVE),
            workspace: Network::embedded().workspace(),
        };
        let proofs = prover.prove(&positions).unwrap();
        assert_eq!(proofs.positions, 4);
        assert_eq!(
            (proofs.by_rules, proofs.by_scores, proofs.by_values),
            (1, 1, 1)
        );
        assert_eq!(proofs.from_the_end, [2, 3]);
        assert_eq!(proofs.guesses.len(), 1);
        assert_eq!(proofs.guesses[0].winner, "white");
        let config = (PROVED_POSITIONS.config)(Scale::Small);
        let samples = BTreeMap::from([(0, vec![proofs])]);
        let results = results(&PROVED_POSITIONS, &config, &samples);
        assert_eq!(results.tables[1].rows.len(), 1);
    }
}
