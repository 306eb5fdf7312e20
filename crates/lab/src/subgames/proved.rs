//! `subgames/proved`: positions of people's games that exact values prove, and what was only guessed of them before.

use std::collections::BTreeMap;
use std::fs;

use amazons::records::little_golem;
use amazons::{Game, Position};
use endgame::{AnalysisLimits, ExactAnalyzer};
use engine::RandomNumbers;
use game::Color;
use network::Network;
use serde::{Deserialize, Serialize};

use super::supply::{exact_table, table};
use crate::experiment::{About, Experiment, Failure, Scale};
use crate::findings::{Cell, Findings, Table};
use crate::intervals::{mean, share};

/// The experiment.
pub struct Proved;

/// Positions that are listed.
const LISTED: usize = 20;

/// Which games are looked at.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// A file of games, one a line: the winner (B or W), then moves such as `B[g10-g4/d4]`.
    games: String,
    /// The units that share the games: each takes one line in so many.
    units: usize,
    /// The most games of a unit; none for all.
    most: Option<usize>,
}

/// What is known of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Known {
    /// Its positions with a player to move.
    positions: usize,
    /// Those that the rules alone prove: the walls, and who fills longer.
    by_rules: usize,
    /// Those that the table of scores proves besides.
    by_scores: usize,
    /// Those that exact values prove besides.
    by_values: usize,
    /// How many moves before the end the first is proved, without exact values and with them.
    from_the_end: [usize; 2],
    /// What the network guessed of those that exact values prove besides.
    guesses: Vec<Guess>,
}

/// A position that is proved now, and was guessed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Guess {
    fen: String,
    winner: String,
    /// By how many moves.
    least: u32,
    most: u32,
    /// The chance that the network gives the winner, in thousandths.
    chance: u32,
}

impl Experiment for Proved {
    const ABOUT: About = About {
        id: "subgames/proved",
        title: "What exact values prove in people's games",
        paper: "Subgame Database for Amazons, section 7: most sums stay unknown",
        shows: "Every position of games between people: how many are proved without a search by the rules, by the table of \
                scores and its bounds, and by exact values; and what the network thought of the latter.",
    };
    type Settings = Settings;
    type Unit = Vec<Known>;

    fn settings(&self, scale: Scale) -> Settings {
        let (units, most) = match scale {
            Scale::Small => (20, Some(5)),
            Scale::Paper => (100, None),
        };
        Settings {
            games: "../shared/data/littlegolem-games.csv".to_owned(),
            units,
            most,
        }
    }

    fn units(&self, settings: &Settings) -> usize {
        settings.units
    }

    fn measure(
        &self,
        settings: &Settings,
        index: usize,
        _: RandomNumbers,
    ) -> Result<Vec<Known>, Failure> {
        let file = &settings.games;
        let text = fs::read_to_string(file).map_err(|error| {
            format!("the games cannot be read: {file}: {error} (--set games=FILE names others)")
        })?;
        let is_game = |line: &&str| line.starts_with("B,") || line.starts_with("W,");
        let numbered = (1..).zip(text.lines().filter(is_game));
        let mut prover = Prover {
            reckoner: ExactAnalyzer::new(exact_table(), AnalysisLimits::INTERACTIVE),
            workspace: Network::embedded().workspace(),
        };
        let mut known = Vec::new();
        for (number, line) in numbered
            .skip(index)
            .step_by(settings.units)
            .take(settings.most.unwrap_or(usize::MAX))
        {
            let records = little_golem::read_rows(line)
                .map_err(|error| format!("{file}: game {number}: {error}"))?;
            for record in records {
                known.push(prover.look_at(&record.positions())?);
            }
        }
        Ok(known)
    }

    fn findings(&self, _: &Settings, units: &BTreeMap<usize, Vec<Known>>) -> Findings {
        let games: Vec<&Known> = units.values().flatten().collect();
        Findings {
            tables: vec![proofs(&games), examples(&games)],
            figures: Vec::new(),
        }
    }
}

/// Proves positions by one means after the other.
struct Prover {
    reckoner: ExactAnalyzer<'static>,
    workspace: network::Workspace,
}

impl Prover {
    fn look_at(&mut self, positions: &[Position]) -> Result<Known, Failure> {
        let mut known = Known {
            positions: 0,
            by_rules: 0,
            by_scores: 0,
            by_values: 0,
            from_the_end: [0; 2],
            guesses: Vec::new(),
        };
        let scores = table()?;
        for (ply, position) in positions.iter().enumerate() {
            if !position.has_move() {
                continue;
            }
            known.positions += 1;
            let left = positions.len() - 1 - ply;
            let note = |known: &mut Known, means: usize| {
                for first in &mut known.from_the_end[means..] {
                    *first = (*first).max(left);
                }
            };
            if position.proven_outcome().is_some() {
                known.by_rules += 1;
                note(&mut known, 0);
                continue;
            }
            let by_scores = scores.winner(position)?;
            let parts = self
                .reckoner
                .analyze_regions(std::slice::from_ref(position))?;
            let lead = self.reckoner.lead(&parts, position.to_move());
            // Two ways to the truth must not differ.
            if let (Some(one), Some(other)) = (by_scores, lead)
                && one != other.winner
            {
                return Err(format!("{one} or {}: {}", other.winner, position.to_text()).into());
            }
            if by_scores.is_some() {
                known.by_scores += 1;
                note(&mut known, 0);
            } else if let Some(lead) = lead {
                known.by_values += 1;
                note(&mut known, 1);
                known.guesses.push(Guess {
                    fen: position.to_text(),
                    winner: lead.winner.to_string(),
                    least: lead.moves.least,
                    most: lead.moves.most,
                    chance: self.chance(position, lead.winner),
                });
            }
        }
        Ok(known)
    }

    /// The chance that the network gives a player, in thousandths.
    fn chance(&mut self, position: &Position, of: Color) -> u32 {
        let network = Network::embedded();
        let evaluation = network.evaluate(&mut self.workspace, position);
        let own = f64::from(evaluation.win_probability());
        let chance = match position.to_move() == of {
            true => own,
            false => 1.0 - own,
        };
        (1000.0 * chance).round() as u32
    }
}

fn proofs(games: &[&Known]) -> Table {
    let mut table = Table::new(
        "Positions of people's games that are proved without a search",
        &["by", "positions", "percent", "moves before the end"],
        "Each line counts what those above it leave open. The last column: how many moves before the end of the game its first \
         proved position comes, on average, with all means up to that line.",
    );
    let positions: usize = games.iter().map(|game| game.positions).sum();
    let before = |means: usize| mean(games.iter().map(|game| game.from_the_end[means] as f64));
    let count = |read: fn(&Known) -> usize| games.iter().map(|game| read(game)).sum::<usize>();
    for (name, count, before) in [
        ("the rules", count(|game| game.by_rules), None),
        (
            "the table of scores",
            count(|game| game.by_scores),
            before(0),
        ),
        ("exact values", count(|game| game.by_values), before(1)),
        (
            "nothing",
            positions - count(|game| game.by_rules + game.by_scores + game.by_values),
            None,
        ),
    ] {
        table.rows.push(vec![
            name.into(),
            Cell::Count(count as u64),
            Cell::measured(share(count, positions).map(|share| share.times(100.0)), 2),
            Cell::measured(before, 1),
        ]);
    }
    let guesses = games.iter().flat_map(|game| &game.guesses);
    let (mut wrong, mut all) = (0, 0);
    for guess in guesses {
        all += 1;
        wrong += usize::from(guess.chance < 500);
    }
    table.rows.push(vec![
        "of these the network guessed wrong".into(),
        Cell::Count(wrong as u64),
        Cell::measured(share(wrong, all).map(|share| share.times(100.0)), 2),
        Cell::Unknown,
    ]);
    table
}

fn examples(games: &[&Known]) -> Table {
    let mut table = Table::new(
        "Now proved, and guessed before",
        &[
            "position",
            "winner",
            "ahead by",
            "the network's chance for the winner, %",
        ],
        "Of each game the position that exact values alone prove and of which the network was most mistaken.",
    );
    let worst = |game: &&Known| {
        game.guesses
            .iter()
            .min_by_key(|guess| guess.chance)
            .cloned()
    };
    let mut guesses: Vec<Guess> = games.iter().filter_map(worst).collect();
    guesses.sort_by(|one, other| (one.chance, &one.fen).cmp(&(other.chance, &other.fen)));
    guesses.dedup_by(|one, other| one.fen == other.fen);
    for guess in guesses.into_iter().take(LISTED) {
        let ahead = match guess.least == guess.most {
            true => guess.least.to_string(),
            false => format!("{} or more", guess.least),
        };
        table.rows.push(vec![
            guess.fen.as_str().into(),
            guess.winner.as_str().into(),
            Cell::Text(ahead),
            Cell::Text(format!("{:.1}", f64::from(guess.chance) / 10.0)),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_the_games_a_sentence_says_so() {
        let settings = Settings {
            games: "no-such-file".to_owned(),
            ..Proved.settings(Scale::Small)
        };
        let refusal = Proved.measure(&settings, 0, RandomNumbers::from_seed(1));
        let refusal = refusal.unwrap_err().to_string();
        assert!(
            refusal.starts_with("the games cannot be read: no-such-file"),
            "{refusal}"
        );
    }

    /// A game from a position that nobody can prove to one that the rules prove; between them one for exact values alone.
    #[test]
    fn each_position_is_proved_by_the_first_means_that_can() {
        let positions = [
            "startpos",
            "x..#x.|..o#..|####o.|o.x#.. b",
            "x..#x.|..o#..|#####. b",
            "x..#o|..##.|##### b",
            "x#o b",
        ];
        let positions = positions.map(|text| amazons::notation::parse_position(text).unwrap());
        let mut prover = Prover {
            reckoner: ExactAnalyzer::new(None, AnalysisLimits::INTERACTIVE),
            workspace: Network::embedded().workspace(),
        };
        let known = prover.look_at(&positions).unwrap();
        assert_eq!(known.positions, 4);
        assert_eq!(
            (known.by_rules, known.by_scores, known.by_values),
            (1, 1, 1)
        );
        assert_eq!(known.from_the_end, [2, 3]);
        assert_eq!(known.guesses.len(), 1);
        assert_eq!(known.guesses[0].winner, "white");
        let findings = Proved.findings(
            &Proved.settings(Scale::Small),
            &BTreeMap::from([(0, vec![known])]),
        );
        assert_eq!(findings.tables[1].rows.len(), 1);
    }
}
