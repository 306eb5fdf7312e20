//! Option `Parameters`: search parameters by name, so that engines with different parameters can
//! play each other without a rebuild.

use std::str::FromStr;

use amazons::{Game, Position};
use search::mcts::ExpansionParameters;
use search::{Depth, alpha_beta, mcts};

use crate::network_expander::POLICY_TEMPERATURE;
use crate::staged_evaluator::MAX_STEPS;

/// Former names of parameters, which are still accepted.
const ALIASES: [(&str, &str); 18] = [
    ("kept", "max_moves"),
    ("kept_at_root", "max_root_moves"),
    ("exploration", "cpuct"),
    ("average_share", "mean_weight"),
    ("rival_share", "smart_pruning_factor"),
    ("own_share", "static_value_weight"),
    ("steps_kept", "max_steps"),
    ("reduction_full_moves", "lmr_full_moves"),
    ("reduction_base", "lmr_base"),
    ("reduction_slope", "lmr_slope"),
    ("pruning_depth", "lmp_depth"),
    ("pruning_base", "lmp_base"),
    ("pruning_per_ply", "lmp_per_ply"),
    ("reverse_base", "rfp_base"),
    ("reverse_per_ply", "rfp_per_ply"),
    ("cost_closing", "cost_separating"),
    ("cost_freeing", "cost_escaping"),
    ("cost_hemming", "cost_blocking"),
];

/// Parameters of all searches.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SearchParameters {
    pub(crate) alpha_beta: alpha_beta::AlphaBetaParameters,
    pub(crate) monte_carlo: mcts::MctsParameters,
    /// MCTS expansion with the handcrafted evaluation.
    pub(crate) expansion: ExpansionParameters,
    /// Steps whose arrows the handcrafted evaluation evaluates.
    pub(crate) max_steps: usize,
    /// Softmax temperature of the network's policy.
    pub(crate) policy_temperature: f32,
}

impl Default for SearchParameters {
    fn default() -> Self {
        Self {
            alpha_beta: alpha_beta::AlphaBetaParameters::default(),
            monte_carlo: mcts::MctsParameters::default(),
            expansion: ExpansionParameters::default(),
            max_steps: MAX_STEPS,
            policy_temperature: POLICY_TEMPERATURE,
        }
    }
}

impl SearchParameters {
    /// Sets a parameter; `false` if there is none of this name.
    fn set(&mut self, name: &str, value: f64) -> bool {
        let at_least_one = (value as usize).max(1);
        let Self {
            alpha_beta,
            monte_carlo,
            expansion,
            ..
        } = self;
        match name {
            "max_moves" => {
                alpha_beta.max_moves = at_least_one;
                monte_carlo.max_moves = at_least_one;
            }
            "max_root_moves" => {
                alpha_beta.max_root_moves = at_least_one;
                monte_carlo.max_root_moves = at_least_one;
            }
            "cpuct" => monte_carlo.cpuct = value as f32,
            "mean_weight" => monte_carlo.mean_weight = value.min(1.0) as f32,
            "widening_base" => monte_carlo.widening_base = value as f32,
            "widening_factor" => monte_carlo.widening_factor = value as f32,
            "smart_pruning_factor" => monte_carlo.smart_pruning_factor = value as f32,
            "static_value_weight" => expansion.static_value_weight = value.min(1.0) as f32,
            "prior_temperature" => expansion.prior_temperature = value.max(1.0),
            "max_steps" => self.max_steps = at_least_one,
            "policy_temperature" => self.policy_temperature = (value as f32).max(0.1),
            "aspiration" => alpha_beta.aspiration_window = Some(at_least_one as i32),
            "killer_bonus" => alpha_beta.killer_bonus = value as i32,
            "history_bonus" => alpha_beta.history_bonus = value as i32,
            "singular_margin" => {
                alpha_beta.singular_extension = Some(alpha_beta::SingularExtension {
                    min_depth: Depth::from_plies(3),
                    margin: value as i32,
                });
            }
            _ => {
                return set_cost(alpha_beta, name, value)
                    || set_selectivity(alpha_beta, name, value);
            }
        }
        true
    }
}

/// `cost_` and a move kind: its search cost in plies.
fn set_cost(parameters: &mut alpha_beta::AlphaBetaParameters, name: &str, value: f64) -> bool {
    let is_named = |kind: &&str| canonical_name(&format!("cost_{kind}")) == name;
    let Some(index) = Position::MOVE_KINDS.iter().position(is_named) else {
        return false;
    };
    let ply = Depth::PLY;
    let cost = (value * f64::from(ply.as_fraction())).round().max(1.0);
    parameters
        .move_kind_costs
        .resize(Position::MOVE_KINDS.len(), ply);
    parameters.move_kind_costs[index] = Depth::from_fraction(cost as i32);
    true
}

/// Late move reductions (`lmr_`), late move pruning (`lmp_`), futility and reverse futility pruning
/// (`rfp_`).
fn set_selectivity(
    parameters: &mut alpha_beta::AlphaBetaParameters,
    name: &str,
    value: f64,
) -> bool {
    let alpha_beta::AlphaBetaParameters {
        late_move_reduction: Some(lmr),
        late_move_pruning: Some(lmp),
        futility: Some(futility),
        reverse_futility: Some(rfp),
        ..
    } = parameters
    else {
        return false;
    };
    let depth = Depth::from_fraction(value as i32);
    match name {
        "lmr_full_moves" => lmr.full_depth_moves = value as usize,
        "lmr_base" => lmr.base = depth,
        "lmr_slope" => lmr.slope = depth,
        "lmp_depth" => lmp.max_depth = depth,
        "lmp_base" => lmp.base = (value as usize).max(1),
        "lmp_per_ply" => lmp.per_ply = value as usize,
        "futility_base" => futility.base = value as i32,
        "futility_per_ply" => futility.per_ply = value as i32,
        "rfp_base" => rfp.base = value as i32,
        "rfp_per_ply" => rfp.per_ply = value as i32,
        _ => return false,
    }
    true
}

/// Replaces a former name by the current one.
fn canonical_name(name: &str) -> String {
    let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
    alias.map_or(name, |(_, name)| name).to_owned()
}

/// Parameters that differ from their defaults.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct ParameterOverrides(Vec<(String, f64)>);

impl ParameterOverrides {
    pub(crate) fn apply_to(&self, mut parameters: SearchParameters) -> SearchParameters {
        for (name, value) in &self.0 {
            parameters.set(name, *value);
        }
        parameters
    }
}

impl FromStr for ParameterOverrides {
    type Err = String;

    /// Parses `name=value` entries separated by semicolons.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut overrides = Vec::new();
        for entry in text
            .split(';')
            .map(str::trim)
            .filter(|entry| !entry.is_empty())
        {
            let (name, value) = entry
                .split_once('=')
                .ok_or_else(|| format!("{entry:?} is not name=value"))?;
            let (name, value) = (name.trim(), value.trim());
            let canonical = canonical_name(name);
            if !SearchParameters::default().set(&canonical, 1.0) {
                return Err(format!("unknown parameter {name:?}"));
            }
            let number = value
                .parse::<f64>()
                .ok()
                .filter(|number| number.is_finite() && *number >= 0.0)
                .ok_or_else(|| format!("{name} must be a number from 0 up, not {value:?}"))?;
            overrides.push((canonical, number));
        }
        Ok(Self(overrides))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> SearchParameters {
        let overrides: ParameterOverrides = text.parse().expect("valid parameters");
        overrides.apply_to(SearchParameters::default())
    }

    #[test]
    fn named_parameters_change_and_others_keep_their_values() {
        let parameters = parse("cpuct=1.5; max_moves = 30;max_steps=7");
        let mut expected = SearchParameters::default();
        expected.monte_carlo.cpuct = 1.5;
        expected.monte_carlo.max_moves = 30;
        expected.alpha_beta.max_moves = 30;
        expected.max_steps = 7;
        assert_eq!(parameters, expected);
        assert_eq!(parse(""), SearchParameters::default());
    }

    #[test]
    fn former_names_are_accepted() {
        for (alias, name) in ALIASES {
            assert_eq!(parse(&format!("{alias}=7")), parse(&format!("{name}=7")));
        }
    }

    #[test]
    fn move_kinds_have_costs() {
        let costs = parse("cost_separating=0.5;cost_quiet=1.25")
            .alpha_beta
            .move_kind_costs;
        let costs: Vec<i32> = costs.iter().map(|cost| cost.as_fraction()).collect();
        assert_eq!(costs, [32, 64, 64, 64, 80]);
        assert!("cost_castling=1".parse::<ParameterOverrides>().is_err());
    }

    #[test]
    fn invalid_parameters_are_rejected() {
        for (text, error) in [
            ("cpuct", "\"cpuct\" is not name=value"),
            ("luck=3", "unknown parameter \"luck\""),
            (
                "max_moves=many",
                "max_moves must be a number from 0 up, not \"many\"",
            ),
            ("kept=-1", "kept must be a number from 0 up, not \"-1\""),
            ("cpuct=inf", "cpuct must be a number from 0 up, not \"inf\""),
        ] {
            assert_eq!(text.parse::<ParameterOverrides>(), Err(error.to_owned()));
        }
    }
}
