//! `om/root-value`: what a minimax search that comes first saves, by depth, width and likeness.

use plot::{Axis, Figure, Plot};
use search::opponent_model::{Form, Ties, one_pass};
use toys::SyntheticTree;

use super::trees::{Kind, Measured, OnTrees, Ours, Theirs};
use crate::experiment::About;
use crate::findings::{Cell, Findings, Table};

/// Root-value pruning.
pub struct RootValue;

/// The numbers of a tree, in their order.
const PLAIN: usize = 0;
const BETA: usize = 1;
const BOUND: usize = 2;
const BOUND_WITH_FIRST: usize = 3;
const VALUE: usize = 4;
const VALUE_WITH_FIRST: usize = 5;

/// Each with its title.
const COLUMNS: [(usize, &str); 5] = [
    (BETA, "β-pruning alone"),
    (
        BOUND,
        "β-pruning from the opponent's root value on (the same value)",
    ),
    (BOUND_WITH_FIRST, "the same with the search that came first"),
    (VALUE, "root-value pruning as in the paper (another value)"),
    (VALUE_WITH_FIRST, "the same with the search that came first"),
];

impl OnTrees for RootValue {
    const ABOUT: About = About {
        id: "om/root-value",
        title: "What a root value saves",
        paper: "Tokuda and others, Thoughts on Game Tree Search of Opponent-Model, section 4: root-value pruning saves more as \
                depth and width grow and as γ falls (no numbers)",
        shows: "Static evaluations in percent of those of plain opponent-model search. With the opponent's own root value as a \
                bound the value stays the same, and γ makes no difference. Where the first line that is worth more than minimax is good \
                enough, all three trends of the paper appear, and the value is another one.",
    };
    const LIKENESSES: &'static [u8] = &[0, 25, 50, 75, 100];
    const UNITS: usize = 20;

    fn measure(tree: &SyntheticTree, depth: u32) -> Vec<f64> {
        let [beta, bound, value] = [Form::Beta, Form::RootBound, Form::RootValue]
            .map(|form| one_pass(tree, depth, &mut Ours, &mut Theirs, form, Ties::First).counts);
        let plain = 2.0 * f64::from(tree.width()).powi(depth as i32);
        let mut numbers = vec![plain, (beta.own + beta.model) as f64];
        for counts in [bound, value] {
            let second = (counts.own + counts.model) as f64;
            numbers.extend([second, second + counts.before as f64]);
        }
        numbers
    }

    fn findings(sums: &Measured<'_>) -> Findings {
        let tables = COLUMNS.map(|(which, title)| table(sums, which, title));
        Findings {
            tables: tables.into(),
            figures: vec![("saving".to_owned(), figure(sums))],
        }
    }
}

fn table(sums: &Measured<'_>, which: usize, title: &str) -> Table {
    let mut names = vec!["depth".to_owned(), "width".to_owned()];
    let gamma = |&likeness: &u8| format!("γ = {}", f64::from(likeness) / 100.0);
    names.extend(sums.likenesses().iter().map(gamma));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut table = Table::new(
        &format!("Evaluations in percent of plain search: {title}"),
        &names,
        &format!("{} trees of each kind; intervals of 95 %.", sums.trees()),
    );
    for &depth in sums.depths() {
        for &width in sums.widths() {
            let mut row = [depth.to_string(), width.to_string()]
                .map(Cell::Text)
                .to_vec();
            row.extend(sums.likenesses().iter().map(|&likeness| {
                let kind = Kind {
                    depth,
                    width,
                    likeness,
                };
                Cell::measured(sums.percent(kind, which, PLAIN), 1)
            }));
            table.rows.push(row);
        }
    }
    table
}

fn figure(sums: &Measured<'_>) -> Figure {
    let &width = sums.widths().get(2).unwrap_or(&4);
    let series = sums
        .depths()
        .iter()
        .map(|&depth| sums.line(format!("depth {depth}"), (depth, width), VALUE, PLAIN));
    Figure::new(Plot {
        title: format!("Root-value pruning on trees of width {width}"),
        x: Axis::new("γ: how far the opponent thinks as we do"),
        y: Axis::new("evaluations, % of plain search"),
        series: series.collect(),
        reference_lines: Vec::new(),
    })
}
