//! `kinds/spsa`: move-kind costs in Shogi tuned by game results (SPSA) instead of learned from a
//! deeper search.

use learning::move_costs::with_move_costs;
use learning::spsa::Spsa;
use search::alpha_beta::AlphaBetaParameters;
use search::{AlphaBeta, SearchLimits};
use shogi::{Evaluation, MoveKindSet};

use super::cost_training::CostTraining;
use super::report::{CostRow, curves, seed_name, with_curves};
use super::shogi_games::{ShogiPlayer, opening, play_pair};
use crate::prelude::*;

/// Experiment `kinds/spsa`: tunes the search costs of all move kinds by SPSA.
pub struct CostSpsa;

/// Configuration of the experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    /// Number of independent runs.
    seeds: usize,
    /// SPSA iterations per run; each plays two games from one opening.
    rounds: u32,
    /// Expanded nodes per move.
    nodes: u64,
    /// Random moves at the start of games.
    opening_plies: usize,
    /// Games are drawn after this many plies.
    #[serde(rename = "longest")]
    max_plies: usize,
    spsa: Spsa,
}

/// Move kinds whose costs are tuned.
const KINDS: MoveKindSet = MoveKindSet::Combined;

impl Experiment for CostSpsa {
    type Config = Config;
    type Condition = ();
    type Sample = CostTraining;

    fn info(&self) -> ExperimentInfo {
        ExperimentInfo {
            id: "kinds/spsa",
            title: "Costs of all kinds of move tuned by game results",
            reference: "beyond the paper",
            description: "Tunes the costs of kinds/all by simultaneous perturbation (SPSA): in each round, two sets of costs, \
                          perturbed in opposite directions, play two games at equal nodes. kinds/match measures the strength.",
        }
    }

    fn config(&self, scale: Scale) -> Config {
        Config {
            seeds: scale.pick(1, 3),
            rounds: scale.pick(3, 1_000),
            nodes: scale.pick(20, 300),
            opening_plies: 4,
            max_plies: scale.pick(60, 300),
            spsa: Spsa {
                initial_step: 0.01,
                perturbation: 0.15,
                stability: 100.0,
                min: 0.3,
                max: 2.0,
            },
        }
    }

    fn grid(&self, config: &Config) -> Grid<()> {
        Grid::new([()]).repeat(config.seeds)
    }

    fn measure(
        &self,
        config: &Config,
        _: &Unit<'_, ()>,
        rng: &mut SplitMix64,
    ) -> Result<CostTraining, BoxError> {
        let mut costs = vec![1.0; KINDS.index_range().len()];
        let mut training = CostTraining::new(&costs);
        let mut opening_rng = rng.split();
        for round in 0..config.rounds {
            config.spsa.step(
                &mut costs,
                round,
                || rng.below(2) == 0,
                |plus, minus| compare(config, plus, minus, &mut opening_rng),
            )?;
            training.record_point(round + 1, config.rounds, &costs);
        }
        Ok(training)
    }

    fn results(&self, config: &Config, groups: &Groups<'_, (), CostTraining>) -> Results {
        let runs: Vec<&CostTraining> = groups.samples().collect();
        let kinds = &MoveKindSet::NAMES[KINDS.index_range()];
        let rows = kinds.iter().enumerate().map(|(index, kind)| CostRow {
            kind,
            costs: (0..config.seeds)
                .map(|seed| runs.get(seed).map(|run| run.costs()[index]))
                .collect(),
        });
        let table = ResultTable::over("Final cost of a kind of move, in plies", rows)
            .column("kind", |row| row.kind)
            .columns(0..config.seeds, seed_name, |row, &seed| row.cost(seed))
            .column("direction", |row| row.direction())
            .note(&format!(
                "{} rounds of two games, {} expanded nodes per move. Moves that cost less than 1 are \
                 searched deeper.",
                config.rounds, config.nodes
            ));
        let plots = (0..)
            .zip(&runs)
            .map(|(seed, run)| curves(seed_name(&seed), kinds, run));
        with_curves(Results::new([table]), plots.collect())
    }
}

/// Mean result of `plus` against `minus` in two games from a random opening, from −1 to 1.
fn compare(
    config: &Config,
    plus: &[f64],
    minus: &[f64],
    rng: &mut SplitMix64,
) -> Result<f64, BoxError> {
    let start = opening(config.opening_plies, rng).with_move_kinds(KINDS);
    let player = |costs: &[f64]| ShogiPlayer {
        searcher: Box::new(
            AlphaBeta::new(Evaluation::new())
                .with_memory_limit(1 << 20)
                .with_parameters(with_move_costs(
                    &KINDS.index_range(),
                    costs,
                    AlphaBetaParameters::full_width(),
                )),
        ),
        limits: SearchLimits::nodes(config.nodes),
    };
    let results = play_pair(&start, config.max_plies, || player(plus), || player(minus))?;
    Ok(f64::from(results.iter().sum::<i32>()) / 2.0)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::frame::testing::{results, sample};

    #[test]
    fn a_short_run_is_reproducible() {
        let config = Config {
            rounds: 2,
            nodes: 2,
            max_plies: 30,
            ..CostSpsa.config(Scale::Small)
        };
        let training = sample(&CostSpsa, &config, 0, 1);
        assert_eq!(training, sample(&CostSpsa, &config, 0, 1));
        assert_eq!(training.curve.len(), 3);
        let results = results(&CostSpsa, &config, &BTreeMap::from([(0, training)]));
        assert_eq!(results.tables[0].rows.len(), KINDS.index_range().len());
    }
}
