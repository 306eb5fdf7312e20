//! Samples the move that a level plays.

use game::SplitMix64;
use network::exp;
use search::Score;

use super::presets::StrengthLimit;
use crate::SearchInfo;

/// Sampling weight of the best line. Weights are integers, so that sampling is exact.
const BEST_WEIGHT: f32 = (1 << 24) as f32;

/// Minimum length of a line that has been searched beyond its first move. If the best line has it,
/// the others need it too: scores of moves that the search passed over are unreliable.
const MIN_PV_LENGTH: usize = 2;

/// Samples one of the lines, which are sorted best first.
///
/// A proven best line is always played. Otherwise lines within the maximum loss are sampled by a
/// softmax of their scores. Scores are log-odds, so that a lead, or a lost game, is played with the
/// same care as an even one.
pub(super) fn sample_line<'a>(
    lines: &'a [SearchInfo],
    limit: &StrengthLimit,
    rng: &mut SplitMix64,
) -> Option<&'a SearchInfo> {
    let best_line = lines.first()?;
    let Some(Score::Estimate(best)) = best_line.score else {
        return Some(best_line);
    };
    let min_length = best_line.pv.len().min(MIN_PV_LENGTH);
    let weights: Vec<usize> = lines
        .iter()
        .map(|line| {
            if line.pv.len() < min_length {
                return 0;
            }
            softmax_weight(line.score, best, limit)
        })
        .collect();
    let mut rest = rng.below(weights.iter().sum());
    let sampled = lines.iter().zip(&weights).find(|&(_, &weight)| {
        let is_sampled = rest < weight;
        rest = rest.saturating_sub(weight);
        is_sampled
    });
    sampled.map(|(line, _)| line)
}

/// Sampling weight of a line, given the estimate of the best one; 0 if it is never played.
fn softmax_weight(score: Option<Score>, best: i32, limit: &StrengthLimit) -> usize {
    let loss = match score {
        Some(Score::Estimate(value)) => (best - value).max(0),
        Some(Score::Draw) => best.max(0),
        Some(Score::Win { .. }) => 0,
        Some(Score::Loss { .. }) | None => return 0,
    };
    if loss > limit.max_loss() {
        return 0;
    }
    let exponent = -(loss as f32) / limit.temperature as f32;
    (exp(exponent) * BEST_WEIGHT) as usize
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::levels::Level;

    fn line(multipv: usize, score: Option<Score>) -> SearchInfo {
        SearchInfo {
            depth: 1,
            multipv,
            score,
            nodes: 1,
            time: Duration::ZERO,
            pv: Vec::new(),
            visits: None,
        }
    }

    fn lines(scores: &[Score]) -> Vec<SearchInfo> {
        let scores = scores.iter().copied().map(Some);
        (1..)
            .zip(scores)
            .map(|(multipv, score)| line(multipv, score))
            .collect()
    }

    fn strength_limits() -> impl Iterator<Item = &'static StrengthLimit> {
        Level::all().filter_map(Level::strength_limit)
    }

    fn sampled_rank(lines: &[SearchInfo], limit: &StrengthLimit, rng: &mut SplitMix64) -> usize {
        sample_line(lines, limit, rng).expect("lines").multipv
    }

    /// A random score, mostly an estimate.
    fn random_score(rng: &mut SplitMix64) -> Option<Score> {
        Some(match rng.below(12) {
            0 => Score::Win { plies: 3 },
            1 => Score::Loss { plies: 4 },
            2 => return None,
            _ => Score::Estimate(rng.below(8_000) as i32 - 4_000),
        })
    }

    #[test]
    fn no_level_plays_a_move_beyond_its_maximum_loss() {
        let mut rng = SplitMix64::from_seed(1);
        for limit in strength_limits() {
            for _ in 0..2_000 {
                let count = 2 + rng.below(30);
                let best = rng.below(8_000) as i32 - 4_000;
                let mut lines = lines(&[Score::Estimate(best)]);
                lines.extend((2..=count).map(|multipv| line(multipv, random_score(&mut rng))));
                let chosen = sample_line(&lines, limit, &mut rng).expect("lines");
                match chosen.score {
                    Some(Score::Estimate(value)) => assert!(best - value <= limit.max_loss()),
                    score => assert_eq!(score, Some(Score::Win { plies: 3 })),
                }
            }
        }
    }

    #[test]
    fn a_loss_of_one_temperature_is_e_times_less_likely() {
        for limit in strength_limits() {
            let second = Score::Estimate(-limit.temperature);
            let lines = lines(&[Score::Estimate(0), second]);
            let mut rng = SplitMix64::from_seed(2);
            let samples = 20_000;
            let seconds = (0..samples)
                .filter(|_| sampled_rank(&lines, limit, &mut rng) == 2)
                .count();
            // 1/(1 + e) of the samples is 5,379; more than four standard deviations.
            assert!(seconds.abs_diff(5_379) < 260, "{seconds} of {samples}");
        }
    }

    #[test]
    fn a_line_that_looks_better_than_the_best_weighs_the_same() {
        let limit = strength_limits().last().expect("levels");
        let lines = lines(&[Score::Estimate(0), Score::Estimate(9_000)]);
        let mut rng = SplitMix64::from_seed(3);
        let best_count = (0..20_000)
            .filter(|_| sampled_rank(&lines, limit, &mut rng) == 1)
            .count();
        // More than four standard deviations.
        assert!(best_count.abs_diff(10_000) < 300, "{best_count}");
    }

    #[test]
    fn unsearched_moves_are_not_played() {
        let moves = |text: &str| {
            let moves = text.split_whitespace();
            moves.map(|mv| mv.parse().expect("valid move")).collect()
        };
        let mut lines = lines(&[Score::Estimate(0), Score::Estimate(0), Score::Estimate(0)]);
        lines[0].pv = moves("d1-d7/g7 a7-b7/b2 a4-b4/b5");
        lines[1].pv = moves("d1-d7/d8");
        lines[2].pv = moves("d1-d7/d9 a7-b7/b2");
        let mut rng = SplitMix64::from_seed(5);
        let limit = strength_limits().next().expect("levels");
        let mut ranks: Vec<usize> = (0..100)
            .map(|_| sampled_rank(&lines, limit, &mut rng))
            .collect();
        ranks.sort_unstable();
        ranks.dedup();
        assert_eq!(ranks, [1, 3]);
    }

    #[test]
    fn a_proven_best_line_is_always_played() {
        let won = lines(&[
            Score::Win { plies: 1 },
            Score::Win { plies: 9 },
            Score::Estimate(0),
        ]);
        let lost = lines(&[Score::Loss { plies: 8 }, Score::Loss { plies: 2 }]);
        let mut rng = SplitMix64::from_seed(4);
        for limit in strength_limits() {
            for _ in 0..100 {
                assert_eq!(sampled_rank(&won, limit, &mut rng), 1);
                assert_eq!(sampled_rank(&lost, limit, &mut rng), 1);
            }
            assert_eq!(sample_line(&[], limit, &mut rng), None);
        }
    }
}
