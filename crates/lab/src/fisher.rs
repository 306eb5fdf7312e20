//! Whether two samples can come from the same source: Fisher's exact test.

/// Some of a number of trials.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// Those that are counted.
    pub counted: usize,
    /// All of them.
    pub trials: usize,
}

/// What is as unlikely as that, but for rounding, counts as no more likely.
const TIE: f64 = 1.0 + 1e-7;

/// How likely it is, if both samples come from the same source, that they differ at least as much as they do: the
/// chances of all ways to deal what was counted to the two samples that are no more likely than what happened.
#[must_use]
pub fn fisher(one: Sample, other: Sample) -> f64 {
    let counted = one.counted + other.counted;
    let mut logarithms = vec![0.0];
    for number in 1..=one.trials + other.trials {
        logarithms.push(logarithms[number - 1] + (number as f64).ln());
    }
    let choose =
        |from: usize, some: usize| logarithms[from] - logarithms[some] - logarithms[from - some];
    let all = choose(one.trials + other.trials, counted);
    let chance =
        |here: usize| (choose(one.trials, here) + choose(other.trials, counted - here) - all).exp();
    let possible = counted.saturating_sub(other.trials)..=counted.min(one.trials);
    let happened = chance(one.counted) * TIE;
    let unlikely = possible.map(chance).filter(|&chance| chance <= happened);
    unlikely.sum::<f64>().min(1.0)
}

#[cfg(test)]
mod tests {
    use engine::RandomNumbers;

    use super::*;

    fn test(one: (usize, usize), other: (usize, usize)) -> f64 {
        let sample = |(counted, trials)| Sample { counted, trials };
        fisher(sample(one), sample(other))
    }

    /// Fisher's lady who tastes tea: of 70 ways to choose 4 of 8 cups, one has all right and 16 have one wrong.
    #[test]
    fn tea_by_hand() {
        assert!((test((4, 4), (0, 4)) - 2.0 / 70.0).abs() < 1e-12);
        assert!((test((3, 4), (1, 4)) - 34.0 / 70.0).abs() < 1e-12);
        assert!((test((2, 4), (2, 4)) - 1.0).abs() < 1e-12);
        assert!((test((0, 4), (0, 9)) - 1.0).abs() < 1e-12);
        assert!((test((0, 0), (3, 9)) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn large_samples_are_close_to_the_normal_distribution() {
        // 3,456 and 3,590 of 10,000: 1.98 deviations of the difference, 67.3.
        let near = test((3456, 10_000), (3590, 10_000));
        assert!((0.046..0.050).contains(&near), "{near}");
        assert!(test((32, 10_000), (2, 10_000)) < 1e-6);
        let [there, back] = [test((40, 200), (150, 900)), test((150, 900), (40, 200))];
        assert!((there - back).abs() < 1e-12);
    }

    /// If both samples have the same source, at most one in ten is called unlikely at 10 %.
    #[test]
    fn it_is_rarely_wrong() {
        let mut numbers = RandomNumbers::from_seed(2);
        let mut draw = |trials| (0..trials).filter(|_| numbers.below(10) < 3).count();
        let rejected = (0..2000)
            .filter(|_| test((draw(150), 150), (draw(100), 100)) < 0.1)
            .count();
        // Four deviations of 2,000 tests at one in ten are 54; the exact test errs on the safe side.
        assert!((60..=254).contains(&rejected), "{rejected}");
    }
}
