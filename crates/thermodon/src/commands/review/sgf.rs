//! Review of a game as annotations of its record.
//!
//! Each move gets a value `V` from −100 to 100: Black's win probability minus White's in percent.
//! Bad moves get the standard's annotations, `DO` (doubtful) or `BM` (bad), and the better lines as
//! variations. Existing annotations and comments stay.

use amazons::records::{NodeId, Property, Record};
use amazons::{Color, Move};
use engine::Analysis;
use engine::review::{GameReview, Judgement, ReviewedMove};
use protocol::describe;

/// Maximum number of moves of a variation; few searches look further.
const MAX_LINE_PLIES: usize = 8;

/// Move annotation properties of SGF; a node has at most one.
const MOVE_ANNOTATIONS: [&str; 4] = ["BM", "DO", "IT", "TE"];

/// The annotated record of a game.
pub(super) fn game(record: &Record, review: &GameReview) -> Record {
    let mut annotated = record.clone();
    let start = &review.analyses()[0];
    annotate(&mut annotated, Record::ROOT, start, &score_comment(start));
    let nodes: Vec<NodeId> = record
        .main_line_nodes()
        .filter(|&node| record.move_of(node).is_some())
        .collect();
    for (judged, node) in review.moves().iter().zip(nodes) {
        let after = &review.analyses()[judged.ply];
        annotate(&mut annotated, node, after, &move_comment(judged, after));
        set_move_quality(&mut annotated, node, judged.judgement);
        if judged.judgement.is_bad() {
            let before = &review.analyses()[judged.ply - 1];
            let others = before
                .lines()
                .iter()
                .filter(|line| line.pv.first() != Some(&judged.mv));
            for line in others {
                let score = describe::score_text(before.position(), line);
                let comment = format!("{score} for {}", describe::color_name(judged.mover));
                let parent = annotated.parent(node).unwrap_or(Record::ROOT);
                add_variation(&mut annotated, parent, &line.pv, &comment);
            }
        }
    }
    annotated
}

/// A position as a record with its best lines as variations.
pub fn position(study: &Analysis) -> String {
    let mut annotated = Record::new(*study.position());
    annotate(&mut annotated, Record::ROOT, study, &score_comment(study));
    for line in study.lines() {
        let score = describe::score_text(study.position(), line);
        let comment = format!(
            "{score} for {}",
            describe::color_name(study.position().to_move())
        );
        add_variation(&mut annotated, Record::ROOT, &line.pv, &comment);
    }
    amazons::records::sgf::write(&annotated)
}

/// Sets the value of a node and appends to its comment.
fn annotate(record: &mut Record, node: NodeId, study: &Analysis, comment: &str) {
    // A record stores the value for the player who has just moved.
    let mover = !study.position().to_move();
    let annotations = record.annotations_mut(node);
    annotations.evaluation = study.win_probability(mover).map(|probability| {
        // Rounded to two decimals.
        (10_000.0 * (2.0 * probability - 1.0)).round() / 100.0
    });
    annotations
        .properties
        .retain(|property| property.name() != "V");
    if !annotations.comment.is_empty() {
        annotations.comment.push('\n');
    }
    annotations.comment.push_str(comment);
}

/// The scores of both players.
fn score_comment(study: &Analysis) -> String {
    let [black, white] = Color::ALL.map(|side| describe::score_text_for(study, side));
    format!("White {white}, Black {black}.")
}

fn move_comment(judged: &ReviewedMove, after: &Analysis) -> String {
    let mut text = score_comment(after);
    if judged.judgement.is_bad() {
        text.push_str(&format!(
            " {} {} loses {:.1} %; {} was better.",
            name(judged.judgement),
            judged.judgement.glyph(),
            100.0 * judged.win_probability_loss,
            judged.engine_move,
        ));
    }
    text
}

const fn name(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Best => "Best",
        Judgement::Good => "Good",
        Judgement::Inaccuracy => "Inaccuracy",
        Judgement::Mistake => "Mistake",
        Judgement::Blunder => "Blunder",
    }
}

/// Sets the move annotation of a bad move, replacing an existing one.
fn set_move_quality(record: &mut Record, node: NodeId, judgement: Judgement) {
    let (name, value) = match judgement {
        Judgement::Best | Judgement::Good => return,
        Judgement::Inaccuracy => ("DO", ""),
        Judgement::Mistake => ("BM", "1"),
        Judgement::Blunder => ("BM", "2"),
    };
    let properties = &mut record.annotations_mut(node).properties;
    properties.retain(|property| !MOVE_ANNOTATIONS.contains(&property.name()));
    properties.extend(Property::new(name, [value]));
}

/// Adds a variation, following moves that exist already; a new first move gets the comment.
fn add_variation(record: &mut Record, parent: NodeId, line: &[Move], comment: &str) {
    let mut node = parent;
    for (index, &mv) in line.iter().take(MAX_LINE_PLIES).enumerate() {
        let existing = record
            .children(node)
            .find(|&child| record.move_of(child) == Some(mv));
        let Some(next) = existing.or_else(|| record.add_move(node, mv).ok()) else {
            return;
        };
        if index == 0 && existing.is_none() {
            record.annotations_mut(next).comment = comment.to_owned();
        }
        node = next;
    }
}
