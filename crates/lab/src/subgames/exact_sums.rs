//! `subgames/exact`: the sums of the paper's Tables 4 to 8 with their winners.

use amazons::{Color, Position};
use endgame::{
    AnalysisLimits, AnalyzedRegion, Bounds, ExactAnalyzer, SumScorer, bounds, position_from_shape,
};

use super::sampling::{PAPER_SUMS, SumKind, intern, random_sum, score_pairs};
use super::sums_of_four::four;
use super::sums_of_two::{of_eight, of_nine};
use super::tables::{RandomSubgame, score_table, value_table};
use crate::prelude::*;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    kinds: Vec<NamedKind>,
    /// Sums of each kind.
    sums: usize,
    /// Sums per unit.
    #[serde(rename = "sums_at_once")]
    batch: usize,
    /// Node limit of the search for the alternating score.
    #[serde(rename = "score_steps")]
    score_nodes: u64,
}

/// Sums of one of the paper's tables.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NamedKind {
    name: String,
    kind: SumKind,
}

/// Results of one sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExactSum {
    /// Whether Black wins moving first.
    black_first: bool,
    /// Whether Black wins if White moves first.
    white_first: bool,
    /// Lead of the winner if Black moves first.
    lead: u32,
    /// The paper's bounds and the alternating score with Black first, as far as known.
    lower: Option<i16>,
    upper: Option<i16>,
    score: Option<i16>,
    /// Black's winning moves, if Black moves first and wins, but not in every subgame.
    winning_moves: Option<WinningMoves>,
}

/// In which subgames Black has winning moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct WinningMoves {
    /// Whether one is in a subgame of the highest temperature.
    in_hottest: bool,
    /// Subgames in which Black can move.
    subgames: usize,
    /// Subgames with a winning move.
    winning: usize,
}

type SumGroup<'a> = (&'a NamedKind, Vec<&'a ExactSum>);

const TOO_LARGE: &str = "a sum is too large for its exact value";

/// Winners of the paper's sums.
pub const EXACT_SUMS: Experiment<Config, NamedKind, Vec<ExactSum>> = Experiment {
    info: ExperimentInfo {
        id: "subgames/exact",
        title: "Winners of the paper's sums",
        reference: "Subgame Database for Amazons, Tables 4, 5, 7 and 8: sums of two and of four subgames, most of which stay \
                    unknown",
        description: "Exact values decide who wins each sum with either player first. Compared with the paper's bounds and \
                      alternating score: how often they decide, how often bounds are tight, and how often a winning move is in \
                      the hottest subgame.",
    },
    config: |scale| {
        let named = |name: &str, kind| NamedKind {
            name: name.to_owned(),
            kind,
        };
        Config {
            kinds: vec![
                named("4: two of 8 squares", of_eight()),
                named("5: two of 9 squares", of_nine()),
                named("7: four of 6 squares", four(6)),
                named("8: four of 10 squares", four(10)),
            ],
            sums: scale.pick(100, PAPER_SUMS),
            batch: 10,
            score_nodes: 20_000,
        }
    },
    grid: |config| Grid::of(&config.kinds).repeat_batches(config.sums, config.batch),
    measure,
    results,
};

fn measure(unit: Unit<'_, Config, NamedKind>) -> Result<Vec<ExactSum>, BoxError> {
    let mut scorer = SumScorer::new(score_table()?);
    let mut analyzer = ExactAnalyzer::new(value_table(), AnalysisLimits::INTERACTIVE);
    (0..unit.batch(unit.config.sums, unit.config.batch))
        .map(|_| {
            let subgames = random_sum(&unit.condition.kind, unit.rng);
            measure_sum(
                &subgames,
                unit.config.score_nodes,
                &mut scorer,
                &mut analyzer,
            )
        })
        .collect()
}

fn results(_: &Config, groups: &Groups<'_, NamedKind, Vec<ExactSum>>) -> Results {
    let groups = groups.items();
    Results::new([
        winners(&groups),
        decided(&groups),
        tightness(&groups),
        hottest(&groups),
    ])
}

fn measure_sum(
    subgames: &[RandomSubgame],
    score_nodes: u64,
    scorer: &mut SumScorer,
    analyzer: &mut ExactAnalyzer,
) -> Result<ExactSum, BoxError> {
    let ids = intern(subgames, scorer);
    let Bounds { lower, upper } = bounds(&score_pairs(&ids, scorer)?, Color::Black);
    let score = scorer.score_limited(&ids, [0, 0], Color::Black, score_nodes)?;
    let boards: Vec<Position> = subgames
        .iter()
        .map(|one| position_from_shape(one.shape, one.black, one.white))
        .collect();
    let regions = analyzer.analyze_regions(&boards)?;
    let lead = analyzer.lead(&regions, Color::Black).ok_or(TOO_LARGE)?;
    let white_first = analyzer.winner(&regions, Color::White).ok_or(TOO_LARGE)?;
    let black_first = lead.winner == Color::Black;
    if score.is_some_and(|score| (score > 0) != black_first) {
        return Err(format!("a score of {score:?} contradicts {lead:?}").into());
    }
    let mut moves = None;
    if black_first {
        moves = Some(winning_moves(analyzer, &regions)?).filter(|one| one.winning < one.subgames);
    }
    Ok(ExactSum {
        black_first,
        white_first: white_first == Color::Black,
        lead: lead.moves.lower,
        lower,
        upper,
        score,
        winning_moves: moves,
    })
}

/// Winning moves of Black, who moves first and wins.
fn winning_moves(
    analyzer: &mut ExactAnalyzer,
    regions: &[AnalyzedRegion],
) -> Result<WinningMoves, BoxError> {
    let mut moves = WinningMoves::default();
    let temperature = |analyzer: &mut ExactAnalyzer, index: usize| {
        let value = regions[index].value.exact();
        value.map(|value| analyzer.games().thermograph(value).temperature())
    };
    let playable: Vec<usize> = (0..regions.len())
        .filter(|&index| {
            let region = &regions[index].region;
            let black = region.amazons(Color::Black);
            black.neighbors().intersects(region.empty_squares())
        })
        .collect();
    let mut hottest = None;
    for &index in &playable {
        hottest = hottest.max(temperature(analyzer, index));
    }
    for &index in &playable {
        let wins = analyzer
            .has_winning_move(regions, index, Color::Black)?
            .ok_or(TOO_LARGE)?;
        moves.subgames += 1;
        moves.winning += usize::from(wins);
        moves.in_hottest |= wins && temperature(analyzer, index) == hottest;
    }
    Ok(moves)
}

impl ExactSum {
    /// Whether the paper's bounds decide who wins.
    fn is_decided_by_bounds(&self) -> bool {
        self.lower.is_some_and(|lower| lower > 0) || self.upper.is_some_and(|upper| upper <= 0)
    }

    /// Whether the score equals the lead; one more if the winner moves first.
    fn score_is_lead(&self) -> bool {
        let lead = self.lead as i16;
        self.score == Some(if self.black_first { lead + 1 } else { -lead })
    }
}

/// Percentage of sums among those that `is_included`.
fn share(
    sums: &[&ExactSum],
    is_included: impl Fn(&ExactSum) -> bool,
    is_counted: impl Fn(&ExactSum) -> bool,
) -> Option<IntervalEstimate> {
    let included = sums.iter().filter(|sum| is_included(sum));
    let counted = included.clone().filter(|sum| is_counted(sum)).count();
    percent(counted, included.count())
}

fn winners(groups: &[SumGroup<'_>]) -> ResultTable {
    const CLASSES: [(&str, bool, bool); 4] = [
        ("Black", true, true),
        ("White", false, false),
        ("first player", true, false),
        ("second player", false, true),
    ];
    ResultTable::over("Winners", groups)
        .column("table", |row| row.0.name.clone())
        .column("sums", |row| row.1.len())
        .columns(
            CLASSES,
            |class| class.0,
            |row, class| {
                let is_counted =
                    |sum: &ExactSum| (sum.black_first, sum.white_first) == (class.1, class.2);
                ResultCell::estimate(share(&row.1, |_| true, is_counted), 1)
            },
        )
        .column("unknown", |_| 0_u64)
        .note(
            "In percent of all sums; 95 % intervals. Outcome classes: Left, Right, Next, Previous.",
        )
}

fn decided(groups: &[SumGroup<'_>]) -> ResultTable {
    ResultTable::over("Winners decided by the paper's methods, Black first", groups)
        .column("table", |row| row.0.name.clone())
        .estimate("by bounds", 1, |row| {
            share(&row.1, |_| true, ExactSum::is_decided_by_bounds)
        })
        .estimate("by the score", 1, |row| share(&row.1, |_| true, |sum| sum.score.is_some()))
        .estimate("by exact values", 1, |row| share(&row.1, |_| true, |_| true))
        .estimate("score = lead", 1, |row| {
            share(&row.1, |sum| sum.score.is_some(), ExactSum::score_is_lead)
        })
        .note(
            "In percent of all sums: decided by the bounds; score found within the node limit, which always names the winner; exact \
             values; of the scores found, those equal to the winner's lead (one more if the winner moves first).",
        )
}

fn tightness(groups: &[SumGroup<'_>]) -> ResultTable {
    type Bound = fn(&ExactSum) -> Option<i16>;
    let bounds: [(&str, Bound); 2] = [("lower", |sum| sum.lower), ("upper", |sum| sum.upper)];
    let mut table = ResultTable::over("Tightness of the paper's bounds", groups)
        .column("table", |row| row.0.name.clone());
    for (name, bound) in bounds {
        table = table
            .estimate(&format!("{name} known"), 1, |row| {
                share(&row.1, |_| true, |sum| bound(sum).is_some())
            })
            .estimate(&format!("{name} tight"), 1, |row| {
                let is_included = |sum: &ExactSum| bound(sum).is_some() && sum.score.is_some();
                share(&row.1, is_included, |sum| bound(sum) == sum.score)
            });
    }
    table
        .note("Known in percent of all sums; tight in percent of those with known bound and score.")
}

fn hottest(groups: &[SumGroup<'_>]) -> ResultTable {
    let rows = groups.iter().map(|(name, sums)| {
        let moves: Vec<WinningMoves> = sums.iter().filter_map(|sum| sum.winning_moves).collect();
        (*name, moves)
    });
    ResultTable::over("Playing in the hottest subgame", rows)
        .column("table", |row| row.0.name.clone())
        .column("sums", |row| row.1.len())
        .estimate("hottest", 1, |row| {
            percent(row.1.iter().filter(|one| one.in_hottest).count(), row.1.len())
        })
        .estimate("random", 1, |row| {
            let shares = row.1.iter();
            mean(shares.map(|one| 100.0 * one.winning as f64 / one.subgames as f64))
        })
        .note(
            "Black moves first and wins, but not with a move in every subgame. In percent of those: the hottest subgame has a winning \
             move; a random subgame has one.",
        )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::frame::testing::{all_samples, results, sample};

    #[test]
    fn every_winner_is_known_and_agrees_with_the_score() {
        let config = Config {
            sums: 5,
            score_nodes: 2_000,
            ..(EXACT_SUMS.config)(Scale::Small)
        };
        let samples = all_samples(&EXACT_SUMS, &config);
        assert_eq!(samples.values().map(Vec::len).sum::<usize>(), 20);
        assert_eq!(sample(&EXACT_SUMS, &config, 2, 3), samples[&2]);
        assert_eq!(results(&EXACT_SUMS, &config, &samples).tables.len(), 4);
        let scored = samples.values().flatten().filter(|one| one.score.is_some());
        assert!(scored.count() > 5);
        let none = results(&EXACT_SUMS, &config, &BTreeMap::new());
        assert!(none.tables[0].to_string().contains("–"));
    }
}
