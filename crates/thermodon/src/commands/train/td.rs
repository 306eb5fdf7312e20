//! `thermodon train td`.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::bail;
use learning::td_lambda::{TdLambda, TerminalTarget};
use learning::{
    LearningMethod, SelfPlayConfig, TrainingConfig, TrainingError, TrainingProgress, TrainingRun,
};
use serde_json::json;

use super::{TdArgs, load_initial_weights};
use crate::commands::progress::ProgressReporter;
use crate::commands::{interrupt_flag, num_threads, print};

/// Maximum number of weights shown as progress.
const MAX_LISTED_WEIGHTS: usize = 9;

pub(super) fn run(args: &TdArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let settings = settings(args)?;
    let mut course = match TrainingRun::open(&args.dir, &settings) {
        Err(error @ TrainingError::ConfigMismatch { .. }) => {
            bail!("{error}; choose another directory with --dir")
        }
        opened => opened?,
    };
    let stop = interrupt_flag()?;
    let threads = args.threads.map_or_else(num_threads, usize::from);
    let names = course.curve().names.clone();
    let reporter = ProgressReporter::bar("games", 0, 0);
    let (mut games, mut busy) = (0, 0.0);
    let run = course.run(threads, &stop, &mut |progress| {
        (games, busy) = (progress.games, progress.utilization);
        reporter.update(games.into(), settings.games.into(), || {
            progress_text(&names, progress)
        });
    });
    reporter.finish();
    run?;
    let weights = course.weights_file();
    let learned = || names.iter().zip(course.params());
    let report = json!({
        "settings": settings,
        "games": games,
        "complete": course.is_complete(),
        "busy": busy,
        "weights": learned().collect::<BTreeMap<_, _>>(),
        "file": weights,
    });
    let numbers = learned().map(|(name, number)| format!("{name:<20} {number:>9.4}\n"));
    let text = format!(
        "{}trained on {games} games; the threads were busy {:.1} % of the time\n\
         weights written to {}",
        numbers.collect::<String>(),
        100.0 * busy,
        weights.display()
    );
    print(out, args.json, &report, &text)?;
    if !course.is_complete() {
        bail!(
            "interrupted after {games} of {} games; the same command continues the run",
            settings.games
        );
    }
    Ok(())
}

/// Game length and the first weights.
fn progress_text(names: &[String], progress: &TrainingProgress) -> String {
    let plies = progress.plies as f64 / f64::from(progress.games.max(1));
    let weights = names.iter().zip(&progress.params).take(MAX_LISTED_WEIGHTS);
    let weights: Vec<String> = weights
        .map(|(name, weight)| format!("{name} {weight:.3}"))
        .collect();
    let ellipsis = if names.len() > MAX_LISTED_WEIGHTS {
        ", …"
    } else {
        ""
    };
    format!("{plies:.1} plies, {}{ellipsis}", weights.join(", "))
}

fn settings(args: &TdArgs) -> anyhow::Result<TrainingConfig> {
    for (name, number) in [
        ("--learning-rate", args.learning_rate),
        ("--lambda", args.lambda),
        ("--logit-scale", args.logit_scale),
    ] {
        if !number.is_finite() || number < 0.0 {
            bail!("{name} must be at least 0, not {number}");
        }
    }
    if args.logit_scale == 0.0 {
        bail!("--logit-scale must be more than 0");
    }
    let start = match &args.init_weights {
        // Trained numbers are weights in units of the logit scale.
        Some(file) => {
            let weights = load_initial_weights(args.features, file)?;
            let scaled = weights.iter().map(|weight| weight * args.logit_scale);
            Some(scaled.collect())
        }
        None => None,
    };
    Ok(TrainingConfig {
        features: args.features,
        method: args.method,
        td: TdLambda {
            lambda: args.lambda,
            omega: args.logit_scale,
            terminal: TerminalTarget::Result,
        },
        learning_rate: args.learning_rate,
        rate_decay_games: args.rate_half_life,
        initial_params: start,
        games: args.games,
        seed: args.seed,
        policy_lag: args.staleness.get(),
        play: SelfPlayConfig {
            position: args.start.start.clone(),
            nodes: match (args.nodes, args.depth) {
                (None, None) => SelfPlayConfig::default().nodes,
                (nodes, _) => nodes,
            },
            depth: args.depth,
            eval_noise: args.eval_noise,
            random_plies: args.random_plies,
            play_out: args.no_adjudication,
            record_pv: args.method == LearningMethod::TdLeaf,
        },
    })
}
