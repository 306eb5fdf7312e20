//! `kinds/spsa`: move-kind costs in Shogi tuned by game results (SPSA) instead of learned from a
//! deeper search. The cost of a move is the search depth it consumes, in plies.

use learning::move_costs::with_move_costs;
use learning::spsa::Spsa;
use search::alpha_beta::AlphaBetaParameters;
use search::{AlphaBeta, SearchLimits};
use shogi::{Evaluation, MoveKindSet, Position};

use super::cost_training::CostTraining;
use super::report::{CostRow, curves, seed_name, with_curves};
use super::shogi_games::{play_shogi_pair, player};
use crate::games::random_opening;
use crate::prelude::*;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    /// Number of independent runs.
    seeds: usize,
    /// SPSA iterations per run; each plays two games from one opening.
    rounds: u32,
    /// Expanded nodes per move.
    nodes: u64,
    /// Number of random plies at the start of a game.
    opening_plies: usize,
    /// Games are drawn after this many plies.
    #[serde(rename = "longest")]
    max_plies: usize,
    spsa: Spsa,
}

/// Move kinds whose costs are tuned.
const KINDS: MoveKindSet = MoveKindSet::Combined;

/// Experiment `kinds/spsa`.
pub const COST_SPSA: Experiment<Config, (), CostTraining> = Experiment {
    info: ExperimentInfo {
        id: "kinds/spsa",
        title: "Costs of all kinds of move tuned by game results",
        reference: "beyond the paper",
        description: "Tunes the costs of kinds/all by simultaneous perturbation (SPSA): in each round, two sets of costs, \
                      perturbed in opposite directions, play two games at equal nodes. kinds/match measures the strength.",
    },
    config: |scale| Config {
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
    },
    grid: |config| Grid::new([()]).repeat(config.seeds),
    measure,
    results,
};

fn measure(unit: Unit<'_, Config, ()>) -> Result<CostTraining, BoxError> {
    let Unit { config, rng, .. } = unit;
    let mut costs = vec![1.0; KINDS.index_range().len()];
    let mut training = CostTraining::new(&costs);
    let mut opening_rng = rng.split();
    for round in 0..config.rounds {
        config.spsa.step(
            &mut costs,
            round,
            || rng.below(2) == 0,
            |plus, minus| mean_result(config, plus, minus, &mut opening_rng),
        )?;
        training.record_point(round + 1, config.rounds, &costs);
    }
    Ok(training)
}

fn results(config: &Config, groups: &Groups<'_, (), CostTraining>) -> Results {
    let runs: Vec<&CostTraining> = groups.samples().collect();
    let kinds = &MoveKindSet::NAMES[KINDS.index_range()];
    let rows = kinds.iter().enumerate();
    let rows = rows.map(|(index, kind)| CostRow::new(kind, index, config.seeds, &runs));
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

/// Mean result of `plus` against `minus` in two games from a random opening, from −1 to 1.
fn mean_result(
    config: &Config,
    plus: &[f64],
    minus: &[f64],
    rng: &mut SplitMix64,
) -> Result<f64, BoxError> {
    let start = random_opening(&Position::start(), config.opening_plies, rng)?;
    let new_players = || {
        [plus, minus].map(|costs| {
            let full_width = AlphaBetaParameters::full_width();
            let searcher = AlphaBeta::new(Evaluation::new())
                .with_memory_limit(1 << 20)
                .with_parameters(with_move_costs(&KINDS.index_range(), costs, full_width));
            player(searcher, SearchLimits::nodes(config.nodes))
        })
    };
    let score = play_shogi_pair(&start.with_move_kinds(KINDS), config.max_plies, new_players)?;
    Ok((f64::from(score.wins) - f64::from(score.losses)) / 2.0)
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
            ..(COST_SPSA.config)(Scale::Small)
        };
        let training = sample(&COST_SPSA, &config, 0, 1);
        assert_eq!(training, sample(&COST_SPSA, &config, 0, 1));
        assert_eq!(training.curve.len(), 3);
        let results = results(&COST_SPSA, &config, &BTreeMap::from([(0, training)]));
        assert_eq!(results.tables[0].rows.len(), KINDS.index_range().len());
    }
}
