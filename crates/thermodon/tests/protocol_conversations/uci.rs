//! UCI conversations.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use thermodon::protocol::uci::{Settings, run_with};

use crate::conversation::{Conversation, converse, follow, seeded};

/// Time in which an answer that comes too early would have come.
const MOMENT: Duration = Duration::from_millis(50);

fn run(input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    run_with(seeded(1), &Settings::default(), input, output)
}

fn impatient(input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let settings = Settings {
        perft_patience: MOMENT,
    };
    run_with(seeded(1), &settings, input, output)
}

#[test]
fn a_session_of_a_graphical_board() {
    follow(include_str!("transcripts/uci_session.txt"), run);
}

#[test]
fn positions_of_all_kinds() {
    follow(include_str!("transcripts/uci_positions.txt"), run);
}

#[test]
fn what_is_wrong_is_said_and_changes_nothing() {
    follow(include_str!("transcripts/uci_refusals.txt"), run);
}

#[test]
fn moves_are_counted_as_others_count_them() {
    follow(include_str!("transcripts/uci_perft.txt"), run);
    let mut conversation = Conversation::start(run);
    conversation.send("perft 2");
    let mut total = 0;
    let mut moves = 0;
    loop {
        let line = conversation.line();
        let Some((mv, share)) = line.split_once(": ") else {
            assert_eq!(line, "");
            break;
        };
        assert!(mv.contains(','), "{mv}");
        total += share.parse::<u64>().unwrap();
        moves += 1;
    }
    assert_eq!((moves, total), (2176, 4_307_152));
    assert_eq!(conversation.line(), "Nodes searched: 4307152");
}

#[test]
fn an_infinite_search_answers_a_stop_and_nothing_before() {
    let mut conversation = Conversation::start(run);
    for _ in 0..20 {
        conversation.send("go infinite");
        conversation.line_starting("info depth 1 ");
        conversation.send("isready");
        assert_eq!(conversation.line(), "readyok");
        conversation.send("stop");
        assert!(conversation.line().starts_with("bestmove "));
    }
    conversation.send("go infinite");
    conversation.line_starting("info depth 1 ");
    assert_eq!(conversation.line_within(MOMENT), None);
}

#[test]
fn pondering_answers_after_the_hit() {
    let mut conversation = Conversation::start(run);
    conversation.send("go ponder wtime 1000 btime 1000");
    conversation.line_starting("info depth 1 ");
    assert_eq!(conversation.line_within(MOMENT), None);
    conversation.send("ponderhit");
    assert!(conversation.line().starts_with("bestmove "));
    conversation.send("ponderhit");
    conversation.send("stop");
    conversation.send("isready");
    assert_eq!(conversation.line(), "readyok");
}

#[test]
fn every_go_has_one_answer() {
    let (output, result) = converse("go infinite\ngo infinite\ngo depth 1\nquit\n", run);
    result.unwrap();
    let kinds: Vec<&str> = output
        .lines()
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    assert_eq!(
        kinds,
        ["info", "bestmove", "info", "bestmove", "info", "bestmove"]
    );
}

#[test]
fn the_end_of_the_input_ends_every_search() {
    for go in [
        "go infinite",
        "go ponder",
        "go movetime 999999999999999999999999",
        "go wtime 99999999999 btime 99999999999",
        "go depth 4000000000",
        "go",
    ] {
        for end in ["", "\n", "\nquit", "\nquit\n"] {
            let (output, result) = converse(format!("{go}{end}"), run);
            result.unwrap();
            assert_eq!(output.matches("bestmove ").count(), 1, "{go:?} {output:?}");
        }
    }
}

#[test]
fn a_long_count_can_be_stopped_and_does_not_outlive_the_input() {
    let mut conversation = Conversation::start(run);
    conversation.send("go perft 9");
    conversation.send("isready");
    conversation.line_starting("readyok");
    conversation.send("stop");
    conversation.line_starting("info string perft was stopped");
    conversation.send("d");
    conversation.line_starting("Fen: ");
    for end in ["", "\nquit\n", "\nd\n"] {
        let (output, result) = converse(format!("go perft 9{end}"), impatient);
        result.unwrap();
        assert!(
            output.contains("info string perft was stopped\n"),
            "{output}"
        );
        assert!(!output.contains("Nodes searched"), "{output}");
    }
}

#[test]
fn a_count_is_finished_before_the_next_command() {
    let (output, result) = converse("perft 1\nperft 2\nposition fen x. b\nperft 1\nquit\n", run);
    result.unwrap();
    let totals: Vec<&str> = output
        .lines()
        .filter_map(|line| line.strip_prefix("Nodes searched: "))
        .collect();
    assert_eq!(totals, ["2176", "4307152", "1"]);
}

#[test]
fn more_lines_come_in_rank_order_and_the_first_is_played() {
    let (output, _) = converse("setoption name MultiPV value 3\ngo depth 1\n", run);
    let lines: Vec<&str> = output.lines().collect();
    let [first, second, third, best] = lines[..] else {
        panic!("{output}");
    };
    for (line, rank) in [(first, 1), (second, 2), (third, 3)] {
        assert!(
            line.starts_with(&format!("info depth 1 multipv {rank} ")),
            "{line}"
        );
    }
    let played = best.strip_prefix("bestmove ").unwrap();
    assert!(first.ends_with(&format!(" pv {played}")), "{output}");
}

#[test]
fn a_closed_output_ends_the_loop_with_an_error() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let result = run(&b"go infinite\nisready\nisready\n"[..], Closed);
    assert_eq!(result.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
}
