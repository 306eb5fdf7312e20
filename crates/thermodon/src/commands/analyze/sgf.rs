//! The review of a game as notes in its record.
//!
//! Each move gets its value: `V`, from −100 to 100, is Black's chance less White's in per cent. Bad moves
//! are marked as the standard has it, `DO` for doubtful and `BM` for bad ones, and the line that was
//! better stands beside them as a variation. What the record said before stays.

use amazons::records::{NodeId, Property, Record};
use amazons::{Color, Move};
use engine::Study;
use engine::review::{JudgedMove, Judgement, Review};

use crate::wording;

/// Variations are cut to so many moves: beyond, a search has seldom looked.
const LINE_LENGTH: usize = 8;

/// What annotators may say of a move; the standard allows one of these.
const MARKS: [&str; 4] = ["BM", "DO", "IT", "TE"];

/// The record with notes.
pub(super) fn game(record: &Record, review: &Review) -> Record {
    let mut notes = record.clone();
    let start = &review.studies()[0];
    note(&mut notes, Record::ROOT, start, &standing(start));
    let nodes: Vec<NodeId> = record
        .main_line_nodes()
        .filter(|&node| record.move_of(node).is_some())
        .collect();
    for (judged, node) in review.moves().iter().zip(nodes) {
        let after = &review.studies()[judged.ply];
        note(&mut notes, node, after, &comment(judged, after));
        mark(&mut notes, node, judged.judgement);
        if judged.judgement.is_bad() {
            let before = &review.studies()[judged.ply - 1];
            let others = before
                .lines()
                .iter()
                .filter(|line| line.line.first() != Some(&judged.mv));
            for line in others {
                let value = wording::value(before.position(), line);
                let said = format!("{value} for {}", wording::side(judged.mover));
                let parent = notes.parent(node).unwrap_or(Record::ROOT);
                add_line(&mut notes, parent, &line.line, &said);
            }
        }
    }
    notes
}

/// A position as a record, its best lines as variations.
pub(super) fn position(study: &Study) -> String {
    let mut notes = Record::new(*study.position());
    note(&mut notes, Record::ROOT, study, &standing(study));
    for line in study.lines() {
        let value = wording::value(study.position(), line);
        let said = format!("{value} for {}", wording::side(study.position().to_move()));
        add_line(&mut notes, Record::ROOT, &line.line, &said);
    }
    amazons::records::sgf::write(&notes)
}

/// Sets the value of a node and adds to what is said about it.
fn note(notes: &mut Record, node: NodeId, study: &Study, said: &str) {
    // A record keeps the value for the player who has just moved.
    let mover = !study.position().to_move();
    let annotations = notes.annotations_mut(node);
    annotations.evaluation = study.chance(mover).map(|chance| {
        // Two digits are all that is worth keeping.
        (10_000.0 * (2.0 * chance - 1.0)).round() / 100.0
    });
    annotations.properties.retain(|one| one.name() != "V");
    if !annotations.comment.is_empty() {
        annotations.comment.push('\n');
    }
    annotations.comment.push_str(said);
}

/// What both sides can expect.
fn standing(study: &Study) -> String {
    let [black, white] = Color::ALL.map(|side| wording::prospects(study, side));
    format!("White {white}, Black {black}.")
}

fn comment(judged: &JudgedMove, after: &Study) -> String {
    let mut text = standing(after);
    if judged.judgement.is_bad() {
        text.push_str(&format!(
            " {} {} gives away {:.1} %; {} was better.",
            capitalised(judged.judgement),
            judged.judgement.sign(),
            100.0 * judged.loss,
            judged.preferred,
        ));
    }
    text
}

const fn capitalised(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Best => "Best",
        Judgement::Good => "Good",
        Judgement::Inaccuracy => "Inaccuracy",
        Judgement::Mistake => "Mistake",
        Judgement::Blunder => "Blunder",
    }
}

/// Marks a bad move, in place of what somebody else thought of it.
fn mark(notes: &mut Record, node: NodeId, judgement: Judgement) {
    let (name, value) = match judgement {
        Judgement::Best | Judgement::Good => return,
        Judgement::Inaccuracy => ("DO", ""),
        Judgement::Mistake => ("BM", "1"),
        Judgement::Blunder => ("BM", "2"),
    };
    let properties = &mut notes.annotations_mut(node).properties;
    properties.retain(|one| !MARKS.contains(&one.name()));
    properties.extend(Property::new(name, [value]));
}

/// Adds a line, following the moves that are there already; its first move is the one that is spoken of.
fn add_line(notes: &mut Record, parent: NodeId, line: &[Move], said: &str) {
    let mut node = parent;
    for (index, &mv) in line.iter().take(LINE_LENGTH).enumerate() {
        let known = notes
            .children(node)
            .find(|&child| notes.move_of(child) == Some(mv));
        let Some(next) = known.or_else(|| notes.add_move(node, mv).ok()) else {
            return;
        };
        if index == 0 && known.is_none() {
            notes.annotations_mut(next).comment = said.to_owned();
        }
        node = next;
    }
}
