//! Ratings of many players by the Bradley–Terry model.
//!
//! A player of strength γ beats one of strength δ with probability γ/(γ+δ); a draw counts as half a
//! win and half a loss. Strengths are fitted by the iteration of Hunter, "MM algorithms for
//! generalized Bradley–Terry models" (2004). One drawn game is added between any two players who
//! met: it keeps the rating of an undefeated player finite, and is negligible among many games.

use serde::Serialize;

use super::normal::Z_95;

/// Half points of every player against every other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Crosstable {
    players: usize,
    half_points: Vec<u64>,
}

/// Rating of a player; the mean of all players is 0.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// Index of the player.
    pub player: usize,
    /// Elo rating.
    pub elo: f64,
    /// Half the width of the 95 % confidence interval.
    pub error: f64,
    /// Number of games.
    pub games: u64,
    /// Points.
    pub points: f64,
}

impl Crosstable {
    pub(crate) fn new(players: usize) -> Self {
        Self {
            players,
            half_points: vec![0; players * players],
        }
    }

    pub(crate) fn add(&mut self, a: usize, b: usize, half_points_of_a: usize) {
        self.half_points[a * self.players + b] += half_points_of_a as u64;
        self.half_points[b * self.players + a] += 2 - half_points_of_a as u64;
    }

    /// Points of `a` against `b`.
    pub(crate) fn points(&self, a: usize, b: usize) -> f64 {
        self.half_points[a * self.players + b] as f64 / 2.0
    }

    /// Number of games between two players.
    pub(crate) fn games(&self, a: usize, b: usize) -> f64 {
        self.points(a, b) + self.points(b, a)
    }
}

/// Rates all players, strongest first.
pub(crate) fn ratings(table: &Crosstable) -> Vec<Rating> {
    let players = table.players;
    let met = |a: usize, b: usize| a != b && table.games(a, b) > 0.0;
    let games = |a: usize, b: usize| {
        if met(a, b) {
            table.games(a, b) + 1.0
        } else {
            0.0
        }
    };
    let points = |a: usize, b: usize| {
        if met(a, b) {
            table.points(a, b) + 0.5
        } else {
            0.0
        }
    };
    let strengths = strengths(players, games, points);
    let elo = |strength: f64| 400.0 * strength.log10();
    let mean = strengths.iter().copied().map(elo).sum::<f64>() / players.max(1) as f64;
    let errors = errors(players, games, &strengths);
    let mut ratings: Vec<Rating> = (0..players)
        .map(|player| Rating {
            player,
            elo: elo(strengths[player]) - mean,
            error: errors[player],
            games: (0..players)
                .map(|other| table.games(player, other))
                .sum::<f64>()
                .round() as u64,
            points: (0..players).map(|other| table.points(player, other)).sum(),
        })
        .collect();
    ratings.sort_by(|a, b| b.elo.total_cmp(&a.elo));
    ratings
}

fn strengths(
    players: usize,
    games: impl Fn(usize, usize) -> f64,
    points: impl Fn(usize, usize) -> f64,
) -> Vec<f64> {
    const MAX_ITERATIONS: usize = 10_000;
    const TOLERANCE: f64 = 1e-10;
    let mut strengths = vec![1.0; players];
    for _ in 0..MAX_ITERATIONS {
        let mut change: f64 = 0.0;
        for a in 0..players {
            let won: f64 = (0..players).map(|b| points(a, b)).sum();
            let expected: f64 = (0..players)
                .map(|b| games(a, b) / (strengths[a] + strengths[b]))
                .sum();
            if expected > 0.0 {
                let next = won / expected;
                change = change.max((next / strengths[a]).ln().abs());
                strengths[a] = next;
            }
        }
        if change < TOLERANCE {
            break;
        }
    }
    strengths
}

/// Confidence intervals from the Fisher information, whose inverse is the covariance of the
/// strengths. Only differences are determined, so a constant matrix fixes the mean.
fn errors(players: usize, games: impl Fn(usize, usize) -> f64, strengths: &[f64]) -> Vec<f64> {
    const ELO: f64 = 400.0 / std::f64::consts::LN_10;
    let mut information = vec![vec![1.0 / players.max(1) as f64; players]; players];
    for a in 0..players {
        for b in 0..players {
            let expected = strengths[a] / (strengths[a] + strengths[b]);
            let weight = games(a, b) * expected * (1.0 - expected);
            information[a][a] += weight;
            information[a][b] -= weight;
        }
    }
    let mean_variance = 1.0 / players.max(1) as f64;
    match inverse(information) {
        Some(covariance) => (0..players)
            // Subtracts the contribution of the constant matrix.
            .map(|player| Z_95 * ELO * (covariance[player][player] - mean_variance).max(0.0).sqrt())
            .collect(),
        // Groups that never met are not comparable.
        None => vec![f64::INFINITY; players],
    }
}

/// Gauss–Jordan inversion with partial pivoting; `None` if the matrix is singular.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    const SINGULAR: f64 = 1e-12;
    let size = matrix.len();
    let mut inverse: Vec<Vec<f64>> = (0..size)
        .map(|row| (0..size).map(|column| f64::from(row == column)).collect())
        .collect();
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        if matrix[pivot][column].abs() < SINGULAR {
            return None;
        }
        matrix.swap(column, pivot);
        inverse.swap(column, pivot);
        let scale = matrix[column][column];
        for index in 0..size {
            matrix[column][index] /= scale;
            inverse[column][index] /= scale;
        }
        let (pivot_row, inverse_row) = (matrix[column].clone(), inverse[column].clone());
        for row in (0..size).filter(|&row| row != column) {
            let factor = matrix[row][column];
            for index in 0..size {
                matrix[row][index] -= factor * pivot_row[index];
                inverse[row][index] -= factor * inverse_row[index];
            }
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use game::SplitMix64;

    use super::*;
    use crate::statistics::elo::{elo_to_score, score_to_elo};

    #[test]
    fn two_players_are_rated_by_their_score() {
        let mut table = Crosstable::new(2);
        for game in 0..999 {
            table.add(0, 1, if game % 4 == 0 { 0 } else { 2 });
        }
        let list = ratings(&table);
        assert_eq!(
            (list[0].player, list[0].games, list[0].points),
            (0, 999, 749.0)
        );
        // With the added draw.
        let score = 749.5 / 1000.0;
        assert!((list[0].elo - list[1].elo - score_to_elo(score)).abs() < 1e-6);
        assert!((list[0].elo + list[1].elo).abs() < 1e-9);
        // Error of the difference by the delta method; each player has half of it.
        let error =
            1.959_964 * 400.0 / std::f64::consts::LN_10 / (1000.0 * score * (1.0 - score)).sqrt();
        assert!(
            (list[0].error - error / 2.0).abs() < 1e-3,
            "{}",
            list[0].error
        );
    }

    #[test]
    fn true_strengths_are_recovered() {
        let truth = [150.0, 40.0, -30.0, -160.0];
        let mut rng = SplitMix64::from_seed(5);
        let mut table = Crosstable::new(4);
        for a in 0..4 {
            for b in a + 1..4 {
                let expected = elo_to_score(truth[a] - truth[b]);
                for _ in 0..4000 {
                    let sample = rng.unit_f64();
                    table.add(a, b, if sample < expected { 2 } else { 0 });
                }
            }
        }
        for rating in ratings(&table) {
            let error = (rating.elo - truth[rating.player]).abs();
            assert!(
                error < 1.5 * rating.error && rating.error < 10.0,
                "{rating:?}"
            );
        }
    }

    #[test]
    fn extreme_results_have_finite_ratings() {
        let mut table = Crosstable::new(3);
        for _ in 0..10 {
            table.add(0, 1, 2);
            table.add(1, 2, 2);
        }
        let list = ratings(&table);
        assert_eq!(
            list.iter().map(|rating| rating.player).collect::<Vec<_>>(),
            [0, 1, 2]
        );
        assert!(
            list.iter()
                .all(|rating| rating.elo.is_finite() && rating.error.is_finite())
        );
        assert!(ratings(&Crosstable::new(0)).is_empty());
        let without_games = ratings(&Crosstable::new(2));
        assert!(
            without_games
                .iter()
                .all(|rating| rating.elo == 0.0 && rating.error.is_infinite())
        );
    }
}
