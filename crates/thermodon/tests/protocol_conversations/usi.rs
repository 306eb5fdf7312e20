//! USI conversations, as Shogi boards hold them.

use std::time::Duration;

use thermodon::protocol::usi::run;

use crate::conversation::{Conversation, follow};

/// Time in which an answer that comes too early would have come.
const MOMENT: Duration = Duration::from_millis(50);

#[test]
fn what_a_graphical_board_sends_is_answered_line_by_line() {
    follow(include_str!("transcripts/usi_session.txt"), run);
}

#[test]
fn what_is_wrong_is_said_and_changes_nothing() {
    follow(include_str!("transcripts/usi_refusals.txt"), run);
}

/// A game against a board that lets the program ponder, with a hit, a miss and an end.
#[test]
fn a_board_that_lets_it_ponder() {
    let mut board = Conversation::start(run);
    for line in ["usi", "isready", "usinewgame"] {
        board.send(line);
    }
    board.line_starting("readyok");
    board.send("position startpos");
    board.send("go depth 3");
    let best = board.line_starting("bestmove ");
    let words: Vec<&str> = best.split(' ').collect();
    let ["bestmove", played, "ponder", expected] = words[..] else {
        panic!("{best}");
    };
    // A hit: the answer comes after it, not before.
    board.send(&format!("position startpos moves {played} {expected}"));
    board.send("go ponder btime 0 wtime 0 byoyomi 100");
    while let Some(line) = board.line_within(MOMENT) {
        assert!(!line.starts_with("bestmove"), "{line}");
        if line.starts_with("info depth 3") {
            break;
        }
    }
    board.send("ponderhit");
    board.line_starting("bestmove ");
    // A miss: it is stopped, and its answer is of no use.
    board.send(&format!("position startpos moves {played} {expected}"));
    board.send("go ponder btime 0 wtime 0 byoyomi 100");
    board.send("stop");
    board.line_starting("bestmove ");
    board.send("gameover draw");
    board.send("usinewgame");
    board.send("isready");
    board.line_starting("readyok");
    let (_, result) = board.finish();
    result.unwrap();
}

/// A mate is known at once, and yet nothing is said before it is wanted.
#[test]
fn an_infinite_search_ends_when_it_is_told_to() {
    let mut board = Conversation::start(run);
    board.send("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    board.send("go infinite");
    let line = board.line_starting("info ");
    assert!(line.contains("score mate 1"), "{line}");
    while let Some(line) = board.line_within(MOMENT) {
        assert!(line.starts_with("info "), "{line}");
    }
    board.send("stop");
    assert!(
        board
            .line_starting("bestmove ")
            .starts_with("bestmove G*5b")
    );
    board.send("go depth 3 nodes 5000");
    board.line_starting("bestmove G*5b");
    board.send("go movetime 30");
    board.line_starting("bestmove G*5b");
}

/// A search under way ends with the input.
#[test]
fn the_end_of_the_input_ends_everything() {
    let mut board = Conversation::start(run);
    board.send("go infinite");
    board.line_starting("info ");
    let (rest, result) = board.finish();
    result.unwrap();
    assert_eq!(rest.matches("bestmove").count(), 1, "{rest}");
}
