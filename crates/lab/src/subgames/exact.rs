//! `subgames/exact`: the sums of the paper's Tables 4 to 8 once more, now with every winner known.

use std::collections::BTreeMap;

use amazons::{Color, Position};
use endgame::{
    AnalysisLimits, Bounds, ExactAnalyzer, ScorePair, SubgameId, SumScorer, bounds,
    position_from_shape,
};
use engine::RandomNumbers;
use serde::{Deserialize, Serialize};

use super::four::four;
use super::sampling::{Kind, PAPER_SUMS, draw_sum};
use super::supply::{Drawn, exact_table, table};
use super::two::{of_eight, of_nine};
use crate::experiment::{About, Experiment, Failure, Scale};
use crate::findings::{Cell, Findings, Table};
use crate::intervals::share;

/// Every winner of the paper's sums.
pub struct ExactSums;

/// What is drawn.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    kinds: Vec<Named>,
    /// Of each kind.
    sums: usize,
    /// In one unit.
    sums_at_once: usize,
    /// How many sums the search for the alternating score may look into.
    score_steps: u64,
}

/// Sums of one of the paper's tables.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Named {
    name: String,
    kind: Kind,
}

/// What came out for one sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// Whether Black wins if Black begins.
    black_first: bool,
    /// Whether Black wins if White begins.
    white_first: bool,
    /// By how many moves the winner is ahead if Black begins.
    ahead: u32,
    /// The paper's bounds and the alternating score with Black to begin, as far as they are known.
    lower: Option<i16>,
    upper: Option<i16>,
    score: Option<i16>,
    /// Where Black's winning moves are, if Black begins and wins and not every subgame has one.
    choice: Option<Choice>,
}

/// A choice that matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// Whether a winning move is in the hottest subgame, or in one as hot.
    in_hottest: bool,
    /// Subgames in which Black can move.
    subgames: usize,
    /// Those of them with a winning move.
    winning: usize,
}

impl Experiment for ExactSums {
    const ABOUT: About = About {
        id: "subgames/exact",
        title: "Every winner of the paper's sums",
        paper: "Subgame Database for Amazons, Tables 4, 5, 7 and 8: sums of two and of four subgames, most of which stay \
                unknown",
        shows: "Exact values say who wins each of those sums, whoever begins. Beside them the paper's bounds and its score by \
                alternating play: how often they decide, how often the bounds are tight, and how often a winning move is in \
                the hottest subgame.",
    };
    type Settings = Settings;
    type Unit = Vec<Outcome>;

    fn settings(&self, scale: Scale) -> Settings {
        let named = |name: &str, kind| Named {
            name: name.to_owned(),
            kind,
        };
        Settings {
            kinds: vec![
                named("4: two of 8 squares", of_eight()),
                named("5: two of 9 squares", of_nine()),
                named("7: four of 6 squares", four(6)),
                named("8: four of 10 squares", four(10)),
            ],
            sums: match scale {
                Scale::Small => 100,
                Scale::Paper => PAPER_SUMS,
            },
            sums_at_once: 10,
            score_steps: 20_000,
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
        let named = settings
            .kinds
            .get(index % count)
            .ok_or("there is no such unit")?;
        let before = index / count * settings.sums_at_once;
        let sums = settings
            .sums
            .saturating_sub(before)
            .min(settings.sums_at_once);
        let mut scores = SumScorer::new(table()?);
        let mut reckoner = ExactAnalyzer::new(exact_table(), AnalysisLimits::INTERACTIVE);
        (0..sums)
            .map(|_| {
                let drawn = draw_sum(&named.kind, &mut numbers);
                measure(&drawn, settings.score_steps, &mut scores, &mut reckoner)
            })
            .collect()
    }

    fn findings(&self, settings: &Settings, units: &BTreeMap<usize, Vec<Outcome>>) -> Findings {
        let mut outcomes = vec![Vec::new(); settings.kinds.len()];
        for (index, unit) in units {
            outcomes[index % settings.kinds.len()].extend(unit);
        }
        let names = settings.kinds.iter().map(|named| named.name.as_str());
        let named: Vec<(&str, Vec<Outcome>)> = names.zip(outcomes).collect();
        Findings {
            tables: vec![
                winners(&named),
                decided(&named),
                tightness(&named),
                hottest(&named),
            ],
            figures: Vec::new(),
        }
    }
}

fn measure(
    drawn: &[Drawn],
    score_steps: u64,
    scores: &mut SumScorer,
    reckoner: &mut ExactAnalyzer,
) -> Result<Outcome, Failure> {
    let subgames: Vec<SubgameId> = drawn
        .iter()
        .map(|one| scores.subgame(one.shape, one.black, one.white))
        .collect();
    let pairs = subgames
        .iter()
        .map(|&subgame| scores.pair(subgame))
        .collect::<Result<Vec<ScorePair>, _>>()?;
    let Bounds { lower, upper } = bounds(&pairs, Color::Black);
    let score = scores.score_limited(&subgames, [0, 0], Color::Black, score_steps)?;
    let boards: Vec<Position> = drawn
        .iter()
        .map(|one| position_from_shape(one.shape, one.black, one.white))
        .collect();
    let parts = reckoner.analyze_regions(&boards)?;
    let lead = reckoner
        .lead(&parts, Color::Black)
        .ok_or("a sum is too large for its exact value")?;
    let white_first = reckoner
        .winner(&parts, Color::White)
        .ok_or("a sum is too large for its exact value")?;
    let black_first = lead.winner == Color::Black;
    // Two ways to the truth must not differ.
    if score.is_some_and(|score| (score > 0) != black_first) {
        return Err(format!("a score of {score:?} contradicts {lead:?}").into());
    }
    let mut choice = None;
    if black_first {
        choice = Some(choose(reckoner, &parts)?).filter(|one| one.winning < one.subgames);
    }
    Ok(Outcome {
        black_first,
        white_first: white_first == Color::Black,
        ahead: lead.moves.least,
        lower,
        upper,
        score,
        choice,
    })
}

/// Where Black, who begins and wins, has winning moves.
fn choose(
    reckoner: &mut ExactAnalyzer,
    parts: &[endgame::AnalyzedRegion],
) -> Result<Choice, Failure> {
    let mut found = Choice {
        in_hottest: false,
        subgames: 0,
        winning: 0,
    };
    let temperature = |reckoner: &mut ExactAnalyzer, place: usize| {
        let value = parts[place].value.exact();
        value.map(|value| reckoner.games().thermograph(value).temperature())
    };
    let playable: Vec<usize> = (0..parts.len())
        .filter(|&place| {
            let region = &parts[place].region;
            let black = region.amazons(Color::Black);
            black.neighbours().meets(region.empty_squares())
        })
        .collect();
    let mut hottest = None;
    for &place in &playable {
        hottest = hottest.max(temperature(reckoner, place));
    }
    for &place in &playable {
        let wins = reckoner
            .has_winning_move(parts, place, Color::Black)?
            .ok_or("a sum is too large for its exact value")?;
        found.subgames += 1;
        found.winning += usize::from(wins);
        found.in_hottest |= wins && temperature(reckoner, place) == hottest;
    }
    Ok(found)
}

fn percent<'o>(
    outcomes: impl IntoIterator<Item = &'o Outcome>,
    is_counted: impl Fn(&Outcome) -> bool,
) -> Cell {
    let (mut counted, mut all) = (0, 0);
    for outcome in outcomes {
        all += 1;
        counted += usize::from(is_counted(outcome));
    }
    Cell::measured(share(counted, all).map(|share| share.times(100.0)), 1)
}

fn winners(named: &[(&str, Vec<Outcome>)]) -> Table {
    let mut table = Table::new(
        "Who wins",
        &[
            "table",
            "sums",
            "Black",
            "White",
            "who begins",
            "who begins not",
            "unknown",
        ],
        "In percent of all sums, with 95 % intervals: Black or White whoever begins, the player who begins, or the other one.",
    );
    for (name, outcomes) in named {
        let class = |black_first, white_first| {
            percent(outcomes, move |outcome| {
                (outcome.black_first, outcome.white_first) == (black_first, white_first)
            })
        };
        table.rows.push(vec![
            (*name).into(),
            Cell::Count(outcomes.len() as u64),
            class(true, true),
            class(false, false),
            class(true, false),
            class(false, true),
            Cell::Count(0),
        ]);
    }
    table
}

impl Outcome {
    /// Whether the paper's bounds say who wins.
    fn is_decided_by_bounds(&self) -> bool {
        self.lower.is_some_and(|lower| lower > 0) || self.upper.is_some_and(|upper| upper <= 0)
    }

    /// Whether the score is by how many moves the winner is ahead: with one more, if the winner moves now.
    fn score_is_lead(&self) -> bool {
        let ahead = self.ahead as i16;
        self.score == Some(if self.black_first { ahead + 1 } else { -ahead })
    }
}

fn decided(named: &[(&str, Vec<Outcome>)]) -> Table {
    let mut table = Table::new(
        "What the paper's means say of the winner, Black to begin",
        &[
            "table",
            "by bounds",
            "by the score",
            "exactly",
            "score = lead",
        ],
        "In percent of all sums: the bounds decide; the score was found within the steps, and always names the winner; exact \
         values; of the scores found, those that are the number of moves by which the winner is ahead (one more if the winner \
         moves now).",
    );
    for (name, outcomes) in named {
        let scored: Vec<&Outcome> = outcomes.iter().filter(|one| one.score.is_some()).collect();
        table.rows.push(vec![
            (*name).into(),
            percent(outcomes, Outcome::is_decided_by_bounds),
            percent(outcomes, |outcome| outcome.score.is_some()),
            percent(outcomes, |_| true),
            percent(scored, Outcome::score_is_lead),
        ]);
    }
    table
}

fn tightness(named: &[(&str, Vec<Outcome>)]) -> Table {
    let mut table = Table::new(
        "How often the paper's bounds are tight",
        &[
            "table",
            "lower known",
            "lower tight",
            "upper known",
            "upper tight",
        ],
        "Known in percent of all sums; tight in percent of those of which the bound and the score are known.",
    );
    for (name, outcomes) in named {
        let mut row = vec![(*name).into()];
        for bound in [|one: &Outcome| one.lower, |one: &Outcome| one.upper] {
            let both = |one: &&Outcome| bound(one).is_some() && one.score.is_some();
            let known: Vec<&Outcome> = outcomes.iter().filter(both).collect();
            row.push(percent(outcomes, |one| bound(one).is_some()));
            row.push(percent(known, |one| bound(one) == one.score));
        }
        table.rows.push(row);
    }
    table
}

fn hottest(named: &[(&str, Vec<Outcome>)]) -> Table {
    let mut table = Table::new(
        "How often playing in the hottest subgame is right",
        &["table", "choices", "hottest", "by chance"],
        "Black begins and wins, but not with a move in every subgame. In percent of those: a winning move is in the hottest \
         subgame; it would be in one drawn at random.",
    );
    for (name, outcomes) in named {
        let choices: Vec<Choice> = outcomes.iter().filter_map(|one| one.choice).collect();
        let right = choices.iter().filter(|choice| choice.in_hottest).count();
        let drawn = choices
            .iter()
            .map(|choice| choice.winning as f64 / choice.subgames as f64);
        let chance = crate::intervals::mean(drawn).map(|mean| mean.times(100.0));
        table.rows.push(vec![
            (*name).into(),
            Cell::Count(choices.len() as u64),
            Cell::measured(
                share(right, choices.len()).map(|share| share.times(100.0)),
                1,
            ),
            Cell::measured(chance, 1),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_winner_is_known_and_agrees_with_the_score() {
        let settings = Settings {
            sums: 5,
            score_steps: 2_000,
            ..Experiment::settings(&ExactSums, Scale::Small)
        };
        let units: BTreeMap<usize, Vec<Outcome>> = (0..Experiment::units(&ExactSums, &settings))
            .map(|index| {
                let numbers = RandomNumbers::from_seed(index as u64 + 1);
                (index, ExactSums.measure(&settings, index, numbers).unwrap())
            })
            .collect();
        assert_eq!(units.values().map(Vec::len).sum::<usize>(), 20);
        let again = ExactSums.measure(&settings, 2, RandomNumbers::from_seed(3));
        assert_eq!(again.unwrap(), units[&2]);
        let findings = ExactSums.findings(&settings, &units);
        assert_eq!(findings.tables.len(), 4);
        let small = units.values().flatten().filter(|one| one.score.is_some());
        assert!(small.count() > 5);
        let none = ExactSums.findings(&settings, &BTreeMap::new());
        assert!(none.tables[0].text().contains("–"));
    }
}
