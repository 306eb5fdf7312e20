//! `om/values`: what each way of searching finds, between the least and the most that a tree holds: the paper's Figure 1.

use game::Game;
use plot::{Axis, Figure, Plot};
use search::opponent_model::{Form, Minimax, Ties, one_pass};
use toys::SyntheticTree;

use super::trees::{Kind, Measured, OnTrees, Ours, Theirs};
use crate::experiment::About;
use crate::findings::{Cell, Findings, Table};

/// Figure 1.
pub struct Values;

/// The numbers of a tree, in their order: all are what is more than the least leaf.
const MOST: usize = 0;
const METHODS: [(usize, &str); 3] = [(1, "minimax"), (2, "root-value OM"), (3, "OM-search")];

impl OnTrees for Values {
    const ABOUT: About = About {
        id: "om/values",
        title: "What each search finds in a tree",
        paper: "Tokuda and others, Thoughts on Game Tree Search of Opponent-Model, Figure 1: the values of minimin, minimax, \
                OM-search, root-value OM-search and maxmax; they rise as depth and width grow and as γ falls (no numbers)",
        shows: "The value at the root in percent of the way from the smallest leaf (minimin) to the largest (maxmax).",
    };
    const LIKENESSES: &'static [u8] = &[0, 25, 50, 75, 100];
    const UNITS: usize = 20;

    fn measure(tree: &SyntheticTree, depth: u32) -> Vec<f64> {
        let (least, most) = extremes(tree, depth);
        let minimax = Minimax::to_the_horizon(Ours)
            .choose(tree, depth)
            .map_or(0, |(_, value)| value.thousandths());
        let [root_value, om] = [Form::RootValue, Form::Beta].map(|form| {
            let found = one_pass(tree, depth, &mut Ours, &mut Theirs, form, Ties::First);
            found.value.thousandths()
        });
        [most, minimax, root_value, om]
            .map(|value| f64::from(value - least))
            .to_vec()
    }

    fn findings(sums: &Measured<'_>) -> Findings {
        let mut table = Table::new(
            "Figure 1: values in percent of the way from minimin to maxmax",
            &[
                "depth",
                "width",
                "γ",
                "minimax",
                "root-value OM",
                "OM-search",
            ],
            &format!("{} trees of each kind; intervals of 95 %.", sums.trees()),
        );
        for &depth in sums.depths() {
            for &width in sums.widths() {
                for &likeness in sums.likenesses() {
                    let kind = Kind {
                        depth,
                        width,
                        likeness,
                    };
                    let gamma = format!("{:.2}", f64::from(likeness) / 100.0);
                    let mut row = [depth.to_string(), width.to_string(), gamma]
                        .map(Cell::Text)
                        .to_vec();
                    row.extend(
                        METHODS
                            .map(|(which, _)| Cell::measured(sums.percent(kind, which, MOST), 1)),
                    );
                    table.rows.push(row);
                }
            }
        }
        Findings {
            tables: vec![table],
            figures: vec![("values".to_owned(), figure(sums))],
        }
    }
}

/// The smallest and the largest leaf, to us.
fn extremes(tree: &SyntheticTree, depth: u32) -> (i32, i32) {
    if depth == 0 {
        return (tree.own_score(), tree.own_score());
    }
    let children = tree.moves().into_iter().map(|mv| {
        let mut child = *tree;
        child.play(mv);
        extremes(&child, depth - 1)
    });
    children.fold((i32::MAX, i32::MIN), |(least, most), (low, high)| {
        (least.min(low), most.max(high))
    })
}

fn figure(sums: &Measured<'_>) -> Figure {
    let (&depth, &width) = (
        sums.depths().last().unwrap_or(&4),
        sums.widths().get(2).unwrap_or(&4),
    );
    let series =
        METHODS.map(|(which, name)| sums.line(name.to_owned(), (depth, width), which, MOST));
    Figure::new(Plot {
        title: format!("What is found in trees of depth {depth} and width {width}"),
        x: Axis::new("γ: how far the opponent thinks as we do"),
        y: Axis::new("% from minimin to maxmax"),
        series: series.into(),
        reference_lines: Vec::new(),
    })
}
