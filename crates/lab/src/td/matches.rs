//! `td/match`, `td/queen-only` and `td/king-only`: learned weights against unlearned ones (Tables 5 to 7).

use std::collections::BTreeMap;

use arena::statistics::{Estimate as Elo, PairCounts};
use engine::RandomNumbers;
use evaluation::paper::{TYPE_NAMES, TYPE_TERMS};
use evaluation::{Paper, Weights};
use serde::{Deserialize, Serialize};

use super::PAPER;
use super::courses::{FOLDER, weights_of};
use super::versus::{self, Terms};
use super::weights::RUNS;
use crate::experiment::{About, Experiment, Failure, Scale};
use crate::findings::{Cell, Findings, Table};
use crate::intervals::share;

/// Which of the learned weights play.
pub trait Kind: Sync + 'static {
    /// What it is.
    const ABOUT: About;
    /// The table of the paper.
    const TABLE: &'static str;
    /// The games that the paper's runs won of 300.
    const PAPER_WON: [usize; 3];

    /// Whether a type of square counts.
    fn counts(name: &str) -> bool;
}

/// All nine.
pub struct AllWeights;

/// Those of queen's distance, and the domain.
pub struct QueenOnly;

/// Those of king's distance, and the domain.
pub struct KingOnly;

impl Kind for AllWeights {
    const ABOUT: About = About {
        id: "td/match",
        title: "Learned weights against unlearned ones",
        paper: PAPER,
        shows: "The weights that td/weights learned play the unlearned ones (ties 0.2, all else 1), as in Table 5: at the \
                same number of nodes, or with --set terms=… at the same time.",
    };
    const TABLE: &'static str = "Table 5: all nine weights";
    const PAPER_WON: [usize; 3] = [168, 164, 166];

    fn counts(_: &str) -> bool {
        true
    }
}

impl Kind for QueenOnly {
    const ABOUT: About = About {
        id: "td/queen-only",
        title: "Learned queen's weights alone against unlearned ones",
        paper: PAPER,
        shows: "The same with the learned weights of queen's distance alone (Table 6).",
    };
    const TABLE: &'static str = "Table 6: queen's distance alone";
    const PAPER_WON: [usize; 3] = [153, 143, 147];

    fn counts(name: &str) -> bool {
        !name.starts_with('K')
    }
}

impl Kind for KingOnly {
    const ABOUT: About = About {
        id: "td/king-only",
        title: "Learned king's weights alone against unlearned ones",
        paper: PAPER,
        shows: "The same with the learned weights of king's distance alone (Table 7).",
    };
    const TABLE: &'static str = "Table 7: king's distance alone";
    const PAPER_WON: [usize; 3] = [155, 152, 140];

    fn counts(name: &str) -> bool {
        !name.starts_with('Q')
    }
}

/// The experiment.
pub struct Against<K>(pub K);

/// How much is played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// Where td/weights keeps its courses.
    courses: String,
    /// The pairs of games that each run plays.
    pairs: usize,
    /// Those of a unit.
    pairs_at_once: usize,
    terms: Terms,
}

impl<K: Kind> Experiment for Against<K> {
    const ABOUT: About = K::ABOUT;

    type Settings = Settings;
    type Unit = PairCounts;

    fn settings(&self, scale: Scale) -> Settings {
        let (name, pairs) = match scale {
            Scale::Small => ("small", 10),
            Scale::Paper => ("paper", 500),
        };
        Settings {
            courses: format!("{FOLDER}/{name}"),
            pairs,
            pairs_at_once: 10,
            terms: Terms::nodes(100),
        }
    }

    fn units(&self, settings: &Settings) -> usize {
        RUNS.len() * settings.pairs.div_ceil(settings.pairs_at_once.max(1))
    }

    fn measure(
        &self,
        settings: &Settings,
        index: usize,
        numbers: RandomNumbers,
    ) -> Result<PairCounts, Failure> {
        // One after another, so that half a run has seen something of each.
        let (run, part) = (RUNS[index % RUNS.len()], index / RUNS.len());
        let learned = weights_of(&settings.courses, run, "td/weights")?;
        let learned = restricted::<K>(&learned)?;
        let unlearned = Paper::UNLEARNED.to_weights("unlearned")?;
        let left = settings.pairs - part * settings.pairs_at_once;
        let pairs = left.min(settings.pairs_at_once);
        versus::play([&learned, &unlearned], &settings.terms, pairs, numbers)
    }

    fn findings(&self, settings: &Settings, units: &BTreeMap<usize, PairCounts>) -> Findings {
        let mut table = Table::new(
            K::TABLE,
            &["run", "paper, won of 300", "games", "won", "won, %", "Elo"],
            &format!(
                "Against ties 0.2 and all else 1, {} (the paper: a second), each opening of {} random plies with both colours; \
                 with 95 % intervals, those of Elo over pairs.",
                settings.terms.text(),
                settings.terms.random_plies
            ),
        );
        let mut all = PairCounts::default();
        for (run, name) in RUNS.iter().enumerate() {
            let mut counts = PairCounts::default();
            let own = units.iter().filter(|(unit, _)| *unit % RUNS.len() == run);
            own.for_each(|(_, unit)| add(&mut counts, unit));
            add(&mut all, &counts);
            let paper = Cell::Count(K::PAPER_WON[run] as u64);
            table.rows.push(row(name, paper, &counts));
        }
        table.rows.push(row("all", Cell::Unknown, &all));
        Findings {
            tables: vec![table],
            figures: Vec::new(),
        }
    }
}

/// Adds pairs to others.
pub(super) fn add(to: &mut PairCounts, more: &PairCounts) {
    for (to, more) in to.0.iter_mut().zip(more.0) {
        *to += more;
    }
}

fn row(name: &str, paper: Cell, counts: &PairCounts) -> Vec<Cell> {
    let mut cells = vec![name.into(), paper];
    cells.extend(result_cells(counts));
    cells
}

/// Games, won, share of them, Elo.
pub(super) fn result_cells(counts: &PairCounts) -> [Cell; 4] {
    let games = 2 * counts.pairs() as usize;
    // No game of Amazons is drawn, so half points come in twos.
    let won = (counts.score() * games as f64).round() as usize;
    let elo = Elo::of(counts).map(|elo| crate::intervals::Estimate {
        value: elo.elo,
        low: elo.elo_low,
        high: elo.elo_high,
    });
    [
        Cell::Count(games as u64),
        Cell::Count(if games == 0 { 0 } else { won as u64 }),
        Cell::measured(
            share(won.min(games), games).map(|share| share.times(100.0)),
            1,
        ),
        Cell::measured(elo, 0),
    ]
}

/// The weights with those taken out that do not count.
fn restricted<K: Kind>(weights: &Weights) -> Result<Weights, Failure> {
    let mut restricted = weights.clone();
    for (term, name) in TYPE_TERMS.into_iter().zip(TYPE_NAMES) {
        if !K::counts(name) {
            for stage in 0..weights.stages().len() {
                restricted.set(term, stage, 0.0)?;
            }
        }
    }
    Ok(restricted)
}

#[cfg(test)]
mod tests {
    use evaluation::Term;

    use super::*;

    #[test]
    fn parts_of_the_weights_are_taken_out() {
        let weights = Paper::RUN_A.to_weights("a test").unwrap();
        let queen = restricted::<QueenOnly>(&weights).unwrap();
        let king = restricted::<KingOnly>(&weights).unwrap();
        let of = |weights: &Weights, term| weights.of(term)[0];
        assert_eq!(of(&queen, Term::QueenByOne), 3.205);
        assert_eq!(of(&queen, Term::KingByOne), 0.0);
        assert_eq!(of(&king, Term::QueenTies), 0.0);
        assert_eq!(
            (of(&queen, Term::Domain), of(&king, Term::Domain)),
            (5.342, 5.342)
        );
        assert_eq!(restricted::<AllWeights>(&weights).unwrap(), weights);
    }

    #[test]
    fn weights_that_are_not_there_are_asked_for() {
        let mut settings = Experiment::settings(&Against(AllWeights), Scale::Small);
        settings.courses = "no-such-folder".to_owned();
        let numbers = RandomNumbers::from_seed(1);
        let refused = Against(AllWeights).measure(&settings, 0, numbers);
        let sentence = refused.expect_err("there are none").to_string();
        assert!(
            sentence.contains("`lab run td/weights` learns them"),
            "{sentence}"
        );
    }

    #[test]
    fn a_pair_of_games_is_played_and_shown() {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = Experiment::settings(&Against(AllWeights), Scale::Small);
        settings.courses = folder.path().display().to_string();
        settings.terms = Terms {
            position: "5x5".to_owned(),
            ..Terms::nodes(5)
        };
        (settings.pairs, settings.pairs_at_once) = (3, 2);
        assert_eq!(Experiment::units(&Against(AllWeights), &settings), 6);
        std::fs::create_dir(folder.path().join("A")).unwrap();
        let weights = Paper::RUN_A.to_weights("a test").unwrap().to_string();
        std::fs::write(folder.path().join("A/weights.txt"), weights).unwrap();
        let numbers = RandomNumbers::from_seed(1);
        let counts = Against(AllWeights).measure(&settings, 3, numbers).unwrap();
        assert_eq!(counts.pairs(), 1);
        let findings = Against(AllWeights).findings(&settings, &BTreeMap::from([(3, counts)]));
        assert_eq!(findings.tables[0].rows[0][2], Cell::Count(2));
        assert_eq!(findings.tables[0].rows[1][2], Cell::Count(0));
    }
}
