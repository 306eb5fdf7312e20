//! `om/bait`: the paper's example of a bait, in Shogi.

use game::Game;
use search::opponent_model::{Minimax, OpponentModelSearch};
use search::{Score, SearchLimits, Searcher, StopSignal};
use shogi::{Move, Position};

use super::shogi::{EvaluationVariant, alpha_beta};
use crate::extensions::pawns;
use crate::prelude::*;

/// Probable position of the example.
const EXAMPLE: &str = "startpos moves 7g7f 3c3d";

/// The bait.
const BAIT: &str = "8i7g";

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    /// Search depths.
    plies: Vec<u32>,
}

/// Moves and values in the example.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sample {
    /// Move of alpha-beta.
    alpha_beta: String,
    /// Move of OM search.
    opponent_model: String,
    /// Predicted reply.
    reply: String,
    /// Value of the move to OM search, in pawns.
    value: f64,
    /// Value of the bait to OM search, in pawns.
    bait_value: f64,
    /// Predicted reply to the bait.
    bait_reply: String,
    /// Number of moves that OM search prefers to the bait.
    better_moves: usize,
}

/// Depth, our evaluation, their evaluation.
type Condition = (u32, EvaluationVariant, EvaluationVariant);

/// The paper's example of a bait.
pub const BAIT_EXAMPLE: Experiment<Config, Condition, Sample> = Experiment {
    info: ExperimentInfo {
        id: "om/bait",
        title: "The bait of the paper's example",
        reference: "Tokuda et al., section 5.2: after (probably) 7g7f 3c3d alpha-beta plays 3i4h; OM search plays 8i7g, \
                    counting on 2b7g+ 8h7g",
        description: "At which depth, and with which evaluations, opponent-model search plays the bait. The model has the \
                      remaining depth of the search, as in the paper's definition.",
    },
    config: |scale| Config {
        plies: scale.pick(vec![2], vec![2, 3, 4]),
    },
    grid: |config| {
        let variants = EvaluationVariant::ALL;
        Grid::new(config.plies.iter().flat_map(|&depth| {
            variants
                .into_iter()
                .flat_map(move |ours| variants.map(|theirs| (depth, ours, theirs)))
        }))
    },
    measure,
    results,
};

fn measure(unit: Unit<'_, Config, Condition>) -> Result<Sample, BoxError> {
    let &(depth, ours, theirs) = unit.condition;
    let position = Position::parse(EXAMPLE)?;
    let bait = position.parse_move(BAIT)?;
    let limits = SearchLimits::depth(depth);
    let plain = alpha_beta(ours).search(&position, &limits, &StopSignal::new(), &mut |_| {});
    let model = Minimax::with_caller_depth(theirs.evaluation());
    let mut search = OpponentModelSearch::new(ours.evaluation(), vec![(model, 1.0)]);
    let limits = SearchLimits {
        multipv: usize::MAX,
        ..limits
    };
    let result = search.search(&position, &limits, &StopSignal::new(), &mut |_| {});
    let text = |mv: Option<&Move>| mv.map_or("–".to_owned(), |mv| mv.to_usi());
    let value = |score: Option<Score>| match score {
        Some(Score::Estimate(thousandths)) => pawns(thousandths),
        _ => f64::NAN,
    };
    let best = result.lines.first().ok_or("there is no move")?;
    let rank = result.lines.iter().position(|line| line.pv[0] == bait);
    let rank = rank.ok_or("the bait is not a legal move")?;
    Ok(Sample {
        alpha_beta: text(plain.best_move().as_ref()),
        opponent_model: text(best.pv.first()),
        reply: text(best.pv.get(1)),
        value: value(best.score),
        bait_value: value(result.lines[rank].score),
        bait_reply: text(result.lines[rank].pv.get(1)),
        better_moves: rank,
    })
}

fn results(_: &Config, groups: &Groups<'_, Condition, Sample>) -> Results {
    let table = ResultTable::over("After 7g7f 3c3d", groups.first_samples())
        .column("depth", |row| row.0.0.to_string())
        .column("our evaluation", |row| row.0.1.name())
        .column("their evaluation", |row| row.0.2.name())
        .column("alpha-beta", |row| row.1.alpha_beta.clone())
        .column("OM search", |row| row.1.opponent_model.clone())
        .column("predicted reply", |row| row.1.reply.clone())
        .column("value", |row| format!("{:+.2}", row.1.value))
        .column("value of 8i7g", |row| format!("{:+.2}", row.1.bait_value))
        .column("predicted reply", |row| row.1.bait_reply.clone())
        .column("better moves", |row| row.1.better_moves)
        .note("Values of OM search in pawns.");
    Results::new([table])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::testing::sample;

    #[test]
    fn the_bait_is_taken_by_an_opponent_who_ignores_exchanges() {
        let config = (BAIT_EXAMPLE.config)(Scale::Small);
        let grid = (BAIT_EXAMPLE.grid)(&config);
        let wanted = (
            2,
            EvaluationVariant::MaterialAndExchanges,
            EvaluationVariant::Material,
        );
        let index = (0..grid.unit_count())
            .find(|&index| *grid.unit(index).unwrap().0 == wanted)
            .unwrap();
        let result = sample(&BAIT_EXAMPLE, &config, index, 1);
        assert_eq!(result.bait_reply, "2b7g+");
        assert!(result.bait_value > 5.0, "{result:?}");
    }
}
