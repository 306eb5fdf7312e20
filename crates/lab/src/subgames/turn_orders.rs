//! `subgames/turn-orders`: the paper's future work: scores by order of the first turns, and bounds
//! by lookahead over all turn orders.

use amazons::Color::{self, Black, White};
use endgame::{Bounds, SumScorer};

use super::sampling::{SumKind, intern, random_sum};
use super::tables::score_table;
use crate::prelude::*;

/// Orders of the first two turns, and of three where the players do not alternate.
const ORDERS: [(&str, &[Color]); 8] = [
    ("BB", &[Black, Black]),
    ("BW", &[Black, White]),
    ("WB", &[White, Black]),
    ("WW", &[White, White]),
    ("BBB", &[Black, Black, Black]),
    ("BWW", &[Black, White, White]),
    ("WBB", &[White, Black, Black]),
    ("WWW", &[White, White, White]),
];

/// Indices of the alternating orders, by first player.
const ALTERNATING: [usize; 2] = [1, 2];

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    kinds: Vec<OrderedKind>,
    /// Sums of each kind.
    sums: usize,
    /// Sums per unit.
    #[serde(rename = "sums_at_once")]
    batch: usize,
}

/// Which sums are drawn, and the lookahead.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OrderedKind {
    name: String,
    kind: SumKind,
    /// Maximum lookahead in turns.
    turns: usize,
}

/// Results of a sum, Black to move.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OrderedSum {
    /// Lower and upper bound by lookahead.
    bounds: Vec<(Option<i16>, Option<i16>)>,
    score: i16,
    /// Scores of each subgame by turn order.
    orders: Vec<[Option<i16>; ORDERS.len()]>,
}

type SumGroup<'a> = (&'a OrderedKind, Vec<&'a OrderedSum>);

/// Bounds from all turn orders.
pub const TURN_ORDERS: Experiment<Config, OrderedKind, Vec<OrderedSum>> = Experiment {
    info: ExperimentInfo {
        id: "subgames/turn-orders",
        title: "Bounds from all turn orders",
        reference: "Subgame Database for Amazons, section 6.2: storing values for every order of the first few turns is future \
                    work; most bounds are unknown",
        description: "Gain of two or three turns in a row in a subgame, and how many of the paper's unknown bounds become known \
                      by lookahead over all turn orders.",
    },
    config: |scale| {
        let kind = |name: &str, size, amazons: &[(usize, usize)]| OrderedKind {
            name: name.to_owned(),
            kind: SumKind {
                size,
                amazons: amazons.to_vec(),
            },
            turns: 3,
        };
        Config {
            kinds: vec![
                kind("two of 8", 8, &[(2, 2), (2, 2)]),
                kind("two of 9", 9, &[(3, 1), (1, 3)]),
                kind("four of 6", 6, &[(1, 1); 4]),
            ],
            sums: scale.pick(100, 10_000),
            batch: 10,
        }
    },
    grid: |config| Grid::of(&config.kinds).repeat_batches(config.sums, config.batch),
    measure,
    results,
};

fn measure(unit: Unit<'_, Config, OrderedKind>) -> Result<Vec<OrderedSum>, BoxError> {
    let mut scorer = SumScorer::new(score_table()?);
    (0..unit.batch(unit.config.sums, unit.config.batch))
        .map(|_| measure_sum(unit.condition, &mut scorer, unit.rng))
        .collect()
}

fn results(_: &Config, groups: &Groups<'_, OrderedKind, Vec<OrderedSum>>) -> Results {
    let groups = groups.items();
    Results::new([unknown_bounds(&groups), order_scores(&groups)])
}

fn measure_sum(
    kind: &OrderedKind,
    scorer: &mut SumScorer,
    rng: &mut SplitMix64,
) -> Result<OrderedSum, BoxError> {
    let subgames = intern(&random_sum(&kind.kind, rng), scorer);
    let mut bounds = Vec::new();
    for turns in 0..=kind.turns {
        let Bounds { lower, upper } = scorer.lookahead_bounds(&subgames, Black, turns)?;
        bounds.push((lower, upper));
    }
    let score = scorer.score(&subgames, Black)?;
    let mut orders = Vec::new();
    for &subgame in &subgames {
        let mut scores = [None; ORDERS.len()];
        for (score, (_, order)) in scores.iter_mut().zip(ORDERS) {
            *score = scorer.score_with_turn_order(subgame, order)?;
        }
        orders.push(scores);
    }
    Ok(OrderedSum {
        bounds,
        score,
        orders,
    })
}

fn unknown_bounds(groups: &[SumGroup<'_>]) -> ResultTable {
    let rows = groups
        .iter()
        .flat_map(|(kind, sums)| (0..=kind.turns).map(move |turns| (kind, sums, turns)));
    let count = |sums: &[&OrderedSum], is_counted: &dyn Fn(&OrderedSum) -> bool| {
        sums.iter().filter(|sum| is_counted(sum)).count()
    };
    let lower_unknown =
        |sums: &[&OrderedSum], turns: usize| count(sums, &|sum| sum.bounds[turns].0.is_none());
    let upper_unknown =
        |sums: &[&OrderedSum], turns: usize| count(sums, &|sum| sum.bounds[turns].1.is_none());
    type Unknown<'a> = &'a dyn Fn(&[&OrderedSum], usize) -> usize;
    let resolved = |sums: &[&OrderedSum], turns: usize, unknown: Unknown<'_>| {
        let before = unknown(sums, 0);
        (turns > 0).then(|| percent(before - unknown(sums, turns), before))?
    };
    ResultTable::over("Unknown bounds by lookahead", rows)
        .column("sums", |row| row.0.name.clone())
        .column("turns", |row| row.2.to_string())
        .estimate("lower unknown, %", 1, |(_, sums, turns)| {
            percent(lower_unknown(sums, *turns), sums.len())
        })
        .estimate("resolved, %", 1, |(_, sums, turns)| resolved(sums, *turns, &lower_unknown))
        .estimate("upper unknown, %", 1, |(_, sums, turns)| {
            percent(upper_unknown(sums, *turns), sums.len())
        })
        .estimate("resolved, %", 1, |(_, sums, turns)| resolved(sums, *turns, &upper_unknown))
        .estimate("exact of known, %", 1, |&(_, sums, turns)| {
            let unknown = lower_unknown(sums, turns) + upper_unknown(sums, turns);
            let exact = count(sums, &|sum| sum.bounds[turns].0 == Some(sum.score))
                + count(sums, &|sum| sum.bounds[turns].1 == Some(sum.score));
            percent(exact, 2 * sums.len() - unknown)
        })
        .estimate("score known, %", 1, |&(_, sums, turns)| {
            let is_known = |sum: &OrderedSum| {
                let (lower, upper) = sum.bounds[turns];
                lower.is_some() && lower == upper
            };
            percent(count(sums, &is_known), sums.len())
        })
        .note(
            "Black to move; no turns are the paper's bounds. Resolved: of those unknown without lookahead. Exact of known: bounds \
             that equal the score. Score known: both bounds are equal.",
        )
}

/// Scores by turn order of the subgames in which both players can move.
struct OrderScores<'a> {
    kind: &'a str,
    order: usize,
    scores: Vec<[i16; ORDERS.len()]>,
}

impl OrderScores<'_> {
    /// Gains of the player with turns in a row over alternating from the same first turn; `None`
    /// for alternating orders.
    fn gains(&self) -> Option<Vec<i16>> {
        let order = ORDERS[self.order].1;
        let gain = |scores: &[i16; ORDERS.len()]| {
            let alternating = scores[ALTERNATING[order[0] as usize]];
            match order[order.len() - 1] {
                Black => scores[self.order] - alternating,
                White => alternating - scores[self.order],
            }
        };
        (!ALTERNATING.contains(&self.order)).then(|| self.scores.iter().map(gain).collect())
    }

    fn percent_of_gains(&self, is_counted: impl Fn(i16) -> bool) -> Option<IntervalEstimate> {
        let gains = self.gains()?;
        let counted = gains.iter().filter(|&&gain| is_counted(gain)).count();
        percent(counted, gains.len())
    }
}

fn order_scores(groups: &[SumGroup<'_>]) -> ResultTable {
    let rows = groups.iter().flat_map(|(kind, sums)| {
        let orders = sums.iter().flat_map(|sum| &sum.orders);
        let scores: Vec<[i16; ORDERS.len()]> = orders
            .filter_map(|scores| {
                let known: Option<Vec<i16>> = scores.iter().copied().collect();
                known?.try_into().ok()
            })
            .collect();
        (0..ORDERS.len()).map(move |order| OrderScores {
            kind: &kind.name,
            order,
            scores: scores.clone(),
        })
    });
    ResultTable::over("Scores by order of the first turns in a subgame", rows)
        .column("subgames of", |row| row.kind.to_owned())
        .column("order", |row| ORDERS[row.order].0)
        .estimate("score", 2, |row| {
            mean(row.scores.iter().map(|scores| f64::from(scores[row.order])))
        })
        .estimate("gain", 2, |row| {
            mean(row.gains()?.into_iter().map(f64::from))
        })
        .estimate("no gain, %", 1, |row| row.percent_of_gains(|gain| gain == 0))
        .estimate("loss, %", 1, |row| row.percent_of_gains(|gain| gain < 0))
        .note(
            "B is a turn of Black, W one of White. Score: Black's moves minus White's if the first turns are taken in this order and \
             the players alternate afterwards, over subgames in which both can move. Gain: of the player with turns in a row, \
             over alternating from the same first turn. Loss: these turns are a disadvantage.",
        )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::frame::testing::{all_samples, results};

    #[test]
    fn more_lookahead_never_loosens_bounds() {
        let config = Config {
            sums: 12,
            batch: 5,
            ..(TURN_ORDERS.config)(Scale::Small)
        };
        let samples = all_samples(&TURN_ORDERS, &config);
        assert_eq!(samples.values().map(Vec::len).sum::<usize>(), 3 * 12);
        let mut resolved = 0;
        for sum in samples.values().flatten() {
            for (before, after) in sum.bounds.iter().zip(&sum.bounds[1..]) {
                assert!(after.0 >= before.0 && after.0.is_none_or(|lower| lower <= sum.score));
                assert!(before.1.is_none() || after.1.is_some() && after.1 <= before.1);
                assert!(after.1.is_none_or(|upper| upper >= sum.score));
                resolved += usize::from(after.0.is_some() && before.0.is_none());
            }
        }
        assert!(resolved > 5, "{resolved}");
        let shown = results(&TURN_ORDERS, &config, &samples);
        assert_eq!(shown.tables[0].rows.len(), 3 * 4);
        assert_eq!(shown.tables[1].rows.len(), 3 * ORDERS.len());
        let none = results(&TURN_ORDERS, &config, &BTreeMap::new());
        assert!(none.tables[1].to_string().contains('–'));
    }
}
