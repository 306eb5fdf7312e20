//! Which of the moves that it found a level plays.

use network::exp;

use super::strength::Weakness;
use crate::analysis::{Info, Score};
use crate::random_numbers::RandomNumbers;

/// The favourite's weight in the draw. Whole numbers, so that the draw is exact.
const FAVOURITE_WEIGHT: f32 = (1 << 24) as f32;

/// A line of so many moves has been looked at, not only thought of. Where the favourite is one, so must
/// the others be: a search has no true opinion of moves that it passed over.
const ENOUGH_DEPTH: usize = 2;

/// Draws one of the lines, which come with the search's favourite first.
///
/// What the favourite is proved to be is taken. Otherwise every line that is no more than the margin
/// behind the favourite may be drawn, and the less it is behind the likelier. Values are logarithms of
/// odds, so that a lead is kept, and a lost game defended, with the same care as an even one.
pub(super) fn draw<'a>(
    lines: &'a [Info],
    weakness: &Weakness,
    numbers: &mut RandomNumbers,
) -> Option<&'a Info> {
    let favourite = lines.first()?;
    let Some(Score::Estimate(best)) = favourite.score else {
        return Some(favourite);
    };
    let depth = favourite.line.len().min(ENOUGH_DEPTH);
    let weights: Vec<usize> = lines
        .iter()
        .map(|line| {
            if line.line.len() < depth {
                return 0;
            }
            weight(line.score, best, weakness)
        })
        .collect();
    let mut drawn = numbers.below(weights.iter().sum());
    let mut lines_with_weights = lines.iter().zip(&weights);
    let found = lines_with_weights.find(|&(_, &weight)| {
        let is_drawn = drawn < weight;
        drawn = drawn.saturating_sub(weight);
        is_drawn
    });
    found.map(|(line, _)| line)
}

/// How likely a line is drawn beside a favourite that is worth `best`; 0 if never.
fn weight(score: Option<Score>, best: i32, weakness: &Weakness) -> usize {
    let behind = match score {
        Some(Score::Estimate(value)) => (best - value).max(0),
        Some(Score::Win { .. }) => 0,
        Some(Score::Loss { .. }) | None => return 0,
    };
    if behind > weakness.margin() {
        return 0;
    }
    let exponent = -(behind as f32) / weakness.temperature as f32;
    (exp(exponent) * FAVOURITE_WEIGHT) as usize
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::levels::Level;

    fn line(rank: u32, score: Option<Score>) -> Info {
        Info {
            depth: 1,
            rank,
            score,
            nodes: 1,
            time: Duration::ZERO,
            line: Vec::new(),
            visits: None,
        }
    }

    fn lines(scores: &[Score]) -> Vec<Info> {
        let scores = scores.iter().copied().map(Some);
        (1..)
            .zip(scores)
            .map(|(rank, score)| line(rank, score))
            .collect()
    }

    fn weaknesses() -> impl Iterator<Item = &'static Weakness> {
        Level::all().filter_map(Level::weakness)
    }

    fn drawn_rank(lines: &[Info], weakness: &Weakness, numbers: &mut RandomNumbers) -> u32 {
        draw(lines, weakness, numbers)
            .expect("there are lines")
            .rank
    }

    /// A score of any kind, estimates mostly.
    fn any_score(numbers: &mut RandomNumbers) -> Option<Score> {
        Some(match numbers.below(12) {
            0 => Score::Win { plies: 3 },
            1 => Score::Loss { plies: 4 },
            2 => return None,
            _ => Score::Estimate(numbers.below(8_000) as i32 - 4_000),
        })
    }

    #[test]
    fn no_level_plays_a_move_outside_its_margin() {
        let mut numbers = RandomNumbers::from_seed(1);
        for weakness in weaknesses() {
            for _ in 0..2_000 {
                let count = 2 + numbers.below(30) as u32;
                let best = numbers.below(8_000) as i32 - 4_000;
                let mut lines = lines(&[Score::Estimate(best)]);
                lines.extend((2..=count).map(|rank| line(rank, any_score(&mut numbers))));
                let chosen = draw(&lines, weakness, &mut numbers).expect("there are lines");
                match chosen.score {
                    Some(Score::Estimate(value)) => assert!(best - value <= weakness.margin()),
                    score => assert_eq!(score, Some(Score::Win { plies: 3 })),
                }
            }
        }
    }

    #[test]
    fn a_temperature_behind_is_e_times_less_likely() {
        for weakness in weaknesses() {
            let behind = Score::Estimate(-weakness.temperature);
            let lines = lines(&[Score::Estimate(0), behind]);
            let mut numbers = RandomNumbers::from_seed(2);
            let draws = 20_000;
            let seconds = (0..draws)
                .filter(|_| drawn_rank(&lines, weakness, &mut numbers) == 2)
                .count();
            // 1/(1 + e) of the draws is 5,379; more than four standard deviations.
            assert!(seconds.abs_diff(5_379) < 260, "{seconds} of {draws}");
        }
    }

    #[test]
    fn what_looks_better_than_the_favourite_counts_as_much_as_it() {
        let weakness = weaknesses().last().expect("there are levels");
        let lines = lines(&[Score::Estimate(0), Score::Estimate(9_000)]);
        let mut numbers = RandomNumbers::from_seed(3);
        let favourites = (0..20_000)
            .filter(|_| drawn_rank(&lines, weakness, &mut numbers) == 1)
            .count();
        // More than four standard deviations.
        assert!(favourites.abs_diff(10_000) < 300, "{favourites}");
    }

    #[test]
    fn what_the_search_passed_over_is_not_played() {
        let moves = |text: &str| {
            let moves = text.split_whitespace();
            moves.map(|mv| mv.parse().expect("it is a move")).collect()
        };
        let mut lines = lines(&[Score::Estimate(0), Score::Estimate(0), Score::Estimate(0)]);
        lines[0].line = moves("d1-d7/g7 a7-b7/b2 a4-b4/b5");
        lines[1].line = moves("d1-d7/d8");
        lines[2].line = moves("d1-d7/d9 a7-b7/b2");
        let mut numbers = RandomNumbers::from_seed(5);
        let weakness = weaknesses().next().expect("there are levels");
        let mut ranks: Vec<u32> = (0..100)
            .map(|_| drawn_rank(&lines, weakness, &mut numbers))
            .collect();
        ranks.sort_unstable();
        ranks.dedup();
        assert_eq!(ranks, [1, 3]);
    }

    #[test]
    fn proofs_are_not_gambled_with() {
        let won = lines(&[
            Score::Win { plies: 1 },
            Score::Win { plies: 9 },
            Score::Estimate(0),
        ]);
        let lost = lines(&[Score::Loss { plies: 8 }, Score::Loss { plies: 2 }]);
        let mut numbers = RandomNumbers::from_seed(4);
        for weakness in weaknesses() {
            for _ in 0..100 {
                assert_eq!(drawn_rank(&won, weakness, &mut numbers), 1);
                assert_eq!(drawn_rank(&lost, weakness, &mut numbers), 1);
            }
            assert_eq!(draw(&[], weakness, &mut numbers), None);
        }
    }
}
