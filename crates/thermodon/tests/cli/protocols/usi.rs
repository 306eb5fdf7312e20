//! USI sessions.

use protocol::usi::run;

use super::client::{ProtocolClient, SHORT_WAIT, check_transcript};

#[test]
fn session_matches_the_transcript() {
    check_transcript(include_str!("transcripts/usi_session.txt"), run);
}

#[test]
fn errors_match_the_transcript() {
    check_transcript(include_str!("transcripts/usi_errors.txt"), run);
}

#[test]
fn ponder_hits_and_misses_are_answered() {
    let mut board = ProtocolClient::start(run);
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
    // A hit: the answer comes after it.
    board.send(&format!("position startpos moves {played} {expected}"));
    board.send("go ponder btime 0 wtime 0 byoyomi 100");
    while let Some(line) = board.line_within(SHORT_WAIT) {
        assert!(!line.starts_with("bestmove"), "{line}");
        if line.starts_with("info depth 3") {
            break;
        }
    }
    board.send("ponderhit");
    board.line_starting("bestmove ");
    // A miss: the search is stopped.
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

/// The mate is found at once, but the answer waits for `stop`.
#[test]
fn infinite_searches_answer_after_stop() {
    let mut board = ProtocolClient::start(run);
    board.send("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    board.send("go infinite");
    let line = board.line_starting("info ");
    assert!(line.contains("score mate 1"), "{line}");
    while let Some(line) = board.line_within(SHORT_WAIT) {
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

#[test]
fn end_of_input_ends_the_search() {
    let mut board = ProtocolClient::start(run);
    board.send("go infinite");
    board.line_starting("info ");
    let (rest, result) = board.finish();
    result.unwrap();
    assert_eq!(rest.matches("bestmove").count(), 1, "{rest}");
}
