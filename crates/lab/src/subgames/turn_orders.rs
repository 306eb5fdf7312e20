//! `subgames/turn-orders`: the paper's future work. What the order of the first turns in a subgame is worth, and how
//! many unknown bounds of sums become known by looking at all orders of the first turns.

use std::collections::BTreeMap;

use amazons::Color::{self, Black, White};
use endgame::{Bounds, SubgameId, SumScorer};
use engine::RandomNumbers;
use serde::{Deserialize, Serialize};

use super::sampling::{Kind, draw_sum};
use super::supply::table;
use crate::experiment::{About, Experiment, Failure, Scale};
use crate::findings::{Cell, Findings, Table};
use crate::intervals::{mean, share};

/// Every order of the first turns.
pub struct TurnOrders;

/// The orders of the first two turns, and of three where those go on otherwise.
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

/// The places in it where the players alternate.
const ALTERNATING: [usize; 2] = [1, 2];

/// What is drawn.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    kinds: Vec<KindAhead>,
    /// Of each kind.
    sums: usize,
    /// In one unit.
    sums_at_once: usize,
}

/// Which sums, and how far to look.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KindAhead {
    name: String,
    kind: Kind,
    turns: usize,
}

/// What came out for one sum, Black to move.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// The bounds by how many turns were looked ahead.
    bounds: Vec<(Option<i16>, Option<i16>)>,
    /// The true score.
    score: i16,
    /// What each subgame is worth in every order.
    orders: Vec<[Option<i16>; ORDERS.len()]>,
}

impl Experiment for TurnOrders {
    const ABOUT: About = About {
        id: "subgames/turn-orders",
        title: "Bounds from every order of the first turns",
        paper: "Subgame Database for Amazons, section 6.2: to store values for every order of the first few turns is left \
                for the future; most bounds are unknown",
        shows: "What it is worth to have two or three turns in a row in a subgame, and how many of the paper's unknown \
                bounds become known if all orders of the first turns are looked at.",
    };
    type Settings = Settings;
    type Unit = Vec<Outcome>;

    fn settings(&self, scale: Scale) -> Settings {
        let kind = |name: &str, size, amazons: &[(usize, usize)], turns| KindAhead {
            name: name.to_owned(),
            kind: Kind {
                size,
                amazons: amazons.to_vec(),
            },
            turns,
        };
        Settings {
            kinds: vec![
                kind("two of 8", 8, &[(2, 2), (2, 2)], 3),
                kind("two of 9", 9, &[(3, 1), (1, 3)], 3),
                kind("four of 6", 6, &[(1, 1); 4], 3),
            ],
            sums: match scale {
                Scale::Small => 100,
                Scale::Paper => 10_000,
            },
            sums_at_once: 10,
        }
    }

    fn units(&self, settings: &Settings) -> usize {
        settings.kinds.len() * settings.sums.div_ceil(settings.sums_at_once.max(1))
    }

    fn measure(
        &self,
        settings: &Settings,
        index: usize,
        mut numbers: RandomNumbers,
    ) -> Result<Vec<Outcome>, Failure> {
        let count = settings.kinds.len().max(1);
        let kind = settings
            .kinds
            .get(index % count)
            .ok_or("there is no such unit")?;
        let before = index / count * settings.sums_at_once;
        let sums = settings
            .sums
            .saturating_sub(before)
            .min(settings.sums_at_once);
        let mut found_out = SumScorer::new(table()?);
        (0..sums)
            .map(|_| measure(kind, &mut found_out, &mut numbers))
            .collect()
    }

    fn findings(&self, settings: &Settings, units: &BTreeMap<usize, Vec<Outcome>>) -> Findings {
        let mut outcomes = vec![Vec::new(); settings.kinds.len()];
        for (index, unit) in units {
            outcomes[index % settings.kinds.len()].extend(unit);
        }
        Findings {
            tables: vec![
                unknowns(settings, &outcomes),
                worth_of_orders(settings, &outcomes),
            ],
            figures: Vec::new(),
        }
    }
}

fn measure(
    kind: &KindAhead,
    sums: &mut SumScorer,
    numbers: &mut RandomNumbers,
) -> Result<Outcome, Failure> {
    let subgames: Vec<SubgameId> = draw_sum(&kind.kind, numbers)
        .iter()
        .map(|drawn| sums.subgame(drawn.shape, drawn.black, drawn.white))
        .collect();
    let mut bounds = Vec::new();
    for turns in 0..=kind.turns {
        let Bounds { lower, upper } = sums.lookahead_bounds(&subgames, Black, turns)?;
        bounds.push((lower, upper));
    }
    let score = sums.score(&subgames, Black)?;
    let mut orders = Vec::new();
    for &subgame in &subgames {
        let mut values = [None; ORDERS.len()];
        for (value, (_, order)) in values.iter_mut().zip(ORDERS) {
            *value = sums.score_with_turn_order(subgame, order)?;
        }
        orders.push(values);
    }
    Ok(Outcome {
        bounds,
        score,
        orders,
    })
}

fn percent(counted: usize, of: usize) -> Cell {
    Cell::measured(share(counted, of).map(|share| share.times(100.0)), 1)
}

fn unknowns(settings: &Settings, outcomes: &[Vec<&Outcome>]) -> Table {
    let mut table = Table::new(
        "Unknown bounds by turns looked ahead",
        &[
            "sums",
            "turns",
            "lower unknown, %",
            "vanished, %",
            "upper unknown, %",
            "vanished, %",
            "exact of known, %",
            "score known, %",
        ],
        "Black to move; no turns are the paper's bounds. Vanished: of those unknown without looking ahead. Exact of known: \
         bounds that are the true score. Score known: both bounds meet.",
    );
    for (kind, outcomes) in settings.kinds.iter().zip(outcomes) {
        for turns in 0..=kind.turns {
            let count = |is_counted: &dyn Fn(&Outcome) -> bool| {
                outcomes
                    .iter()
                    .filter(|outcome| is_counted(outcome))
                    .count()
            };
            let lower_unknown = |turns: usize| count(&|outcome| outcome.bounds[turns].0.is_none());
            let upper_unknown = |turns: usize| count(&|outcome| outcome.bounds[turns].1.is_none());
            let vanished = |unknown: &dyn Fn(usize) -> usize| match turns {
                0 => Cell::Unknown,
                _ => percent(unknown(0) - unknown(turns), unknown(0)),
            };
            let known = 2 * outcomes.len() - lower_unknown(turns) - upper_unknown(turns);
            let exact = count(&|outcome| outcome.bounds[turns].0 == Some(outcome.score))
                + count(&|outcome| outcome.bounds[turns].1 == Some(outcome.score));
            let met = count(&|outcome| {
                let (lower, upper) = outcome.bounds[turns];
                lower.is_some() && lower == upper
            });
            table.rows.push(vec![
                Cell::Text(kind.name.clone()),
                Cell::Text(turns.to_string()),
                percent(lower_unknown(turns), outcomes.len()),
                vanished(&lower_unknown),
                percent(upper_unknown(turns), outcomes.len()),
                vanished(&upper_unknown),
                percent(exact, known),
                percent(met, outcomes.len()),
            ]);
        }
    }
    table
}

fn worth_of_orders(settings: &Settings, outcomes: &[Vec<&Outcome>]) -> Table {
    let mut table = Table::new(
        "What the order of the first turns in a subgame is worth",
        &[
            "subgames of",
            "order",
            "value",
            "gained",
            "nothing gained, %",
            "lost, %",
        ],
        "B is a turn of Black's, W one of White's. The value is Black's moves minus White's if the first turns are taken \
         in that order and the players alternate from then on, over subgames in which both have a move. Gained: by who has turns in a row, against alternating from the same first \
         turn. Lost: it would be better not to have them.",
    );
    for (kind, outcomes) in settings.kinds.iter().zip(outcomes) {
        let values: Vec<[i16; ORDERS.len()]> = outcomes
            .iter()
            .flat_map(|outcome| &outcome.orders)
            .filter_map(|orders| {
                let known: Option<Vec<i16>> = orders.iter().copied().collect();
                known?.try_into().ok()
            })
            .collect();
        for (place, (name, order)) in ORDERS.into_iter().enumerate() {
            let value = mean(values.iter().map(|values| f64::from(values[place])));
            // Who has two turns in a row: the last two of the order are that player's.
            let gain = |values: &[i16; ORDERS.len()]| {
                let alternating = values[ALTERNATING[order[0] as usize]];
                match order[order.len() - 1] {
                    Black => values[place] - alternating,
                    White => alternating - values[place],
                }
            };
            let share_of = |is_counted: &dyn Fn(i16) -> bool| {
                let counted = values
                    .iter()
                    .filter(|values| is_counted(gain(values)))
                    .count();
                percent(counted, values.len())
            };
            let mut row = vec![
                Cell::Text(kind.name.clone()),
                name.into(),
                Cell::measured(value, 2),
            ];
            if ALTERNATING.contains(&place) {
                row.extend([Cell::Unknown, Cell::Unknown, Cell::Unknown]);
            } else {
                let gained = mean(values.iter().map(|values| f64::from(gain(values))));
                row.push(Cell::measured(gained, 2));
                row.push(share_of(&|gain| gain == 0));
                row.push(share_of(&|gain| gain < 0));
            }
            table.rows.push(row);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looking_further_ahead_never_knows_less() {
        let settings = Settings {
            sums: 12,
            sums_at_once: 5,
            ..TurnOrders.settings(Scale::Small)
        };
        let measure = |index| {
            let numbers = RandomNumbers::from_seed(index as u64);
            (
                index,
                TurnOrders.measure(&settings, index, numbers).unwrap(),
            )
        };
        let units: BTreeMap<usize, Vec<Outcome>> = (0..Experiment::units(&TurnOrders, &settings))
            .map(measure)
            .collect();
        assert_eq!(units.values().map(Vec::len).sum::<usize>(), 3 * 12);
        let mut became_known = 0;
        for outcome in units.values().flatten() {
            for (before, after) in outcome.bounds.iter().zip(&outcome.bounds[1..]) {
                assert!(after.0 >= before.0 && after.0.is_none_or(|lower| lower <= outcome.score));
                assert!(before.1.is_none() || after.1.is_some() && after.1 <= before.1);
                assert!(after.1.is_none_or(|upper| upper >= outcome.score));
                became_known += usize::from(after.0.is_some() && before.0.is_none());
            }
        }
        assert!(became_known > 5, "{became_known}");
        let findings = Experiment::findings(&TurnOrders, &settings, &units);
        assert_eq!(findings.tables[0].rows.len(), 3 * 4);
        assert_eq!(findings.tables[1].rows.len(), 3 * ORDERS.len());
        let none = Experiment::findings(&TurnOrders, &settings, &BTreeMap::new());
        assert!(none.tables[1].text().contains('–'));
    }
}
