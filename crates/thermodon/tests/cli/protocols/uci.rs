//! UCI sessions.

use std::io::{self, BufRead, Write};

use protocol::uci::{UciConfig, run_with};

use super::client::{ProtocolClient, SHORT_WAIT, check_transcript, run_transcript, seeded};

fn run(input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    run_with(seeded(1), &UciConfig::default(), input, output)
}

fn run_with_short_timeout(
    input: impl BufRead,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let config = UciConfig {
        perft_timeout: SHORT_WAIT,
    };
    run_with(seeded(1), &config, input, output)
}

#[test]
fn session_matches_the_transcript() {
    check_transcript(include_str!("transcripts/uci_session.txt"), run);
}

#[test]
fn positions_match_the_transcript() {
    check_transcript(include_str!("transcripts/uci_positions.txt"), run);
}

#[test]
fn errors_match_the_transcript() {
    check_transcript(include_str!("transcripts/uci_errors.txt"), run);
}

#[test]
fn perft_counts_are_known() {
    check_transcript(include_str!("transcripts/uci_perft.txt"), run);
    let mut client = ProtocolClient::start(run);
    client.send("perft 2");
    let mut total = 0;
    let mut moves = 0;
    loop {
        let line = client.line();
        let Some((mv, count)) = line.split_once(": ") else {
            assert_eq!(line, "");
            break;
        };
        assert!(mv.contains(','), "{mv}");
        total += count.parse::<u64>().unwrap();
        moves += 1;
    }
    assert_eq!((moves, total), (2176, 4_307_152));
    assert_eq!(client.line(), "Nodes searched: 4307152");
}

#[test]
fn infinite_searches_answer_after_stop() {
    let mut client = ProtocolClient::start(run);
    for _ in 0..20 {
        client.send("go infinite");
        client.line_starting("info depth 1 ");
        client.send("isready");
        assert_eq!(client.line(), "readyok");
        client.send("stop");
        assert!(client.line().starts_with("bestmove "));
    }
    client.send("go infinite");
    client.line_starting("info depth 1 ");
    assert_eq!(client.line_within(SHORT_WAIT), None);
}

#[test]
fn ponder_searches_answer_after_ponderhit() {
    let mut client = ProtocolClient::start(run);
    client.send("go ponder wtime 1000 btime 1000");
    client.line_starting("info depth 1 ");
    assert_eq!(client.line_within(SHORT_WAIT), None);
    client.send("ponderhit");
    assert!(client.line().starts_with("bestmove "));
    client.send("ponderhit");
    client.send("stop");
    client.send("isready");
    assert_eq!(client.line(), "readyok");
}

#[test]
fn every_go_has_one_answer() {
    let (output, result) = run_transcript("go infinite\ngo infinite\ngo depth 1\nquit\n", run);
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
fn end_of_input_ends_every_search() {
    for go in [
        "go infinite",
        "go ponder",
        "go movetime 999999999999999999999999",
        "go wtime 99999999999 btime 99999999999",
        "go depth 4000000000",
        "go",
    ] {
        for end in ["", "\n", "\nquit", "\nquit\n"] {
            let (output, result) = run_transcript(format!("{go}{end}"), run);
            result.unwrap();
            assert_eq!(output.matches("bestmove ").count(), 1, "{go:?} {output:?}");
        }
    }
}

#[test]
fn perft_can_be_stopped() {
    let mut client = ProtocolClient::start(run);
    client.send("go perft 9");
    client.send("isready");
    client.line_starting("readyok");
    client.send("stop");
    client.line_starting("info string perft stopped");
    client.send("d");
    client.line_starting("Fen: ");
    for end in ["", "\nquit\n", "\nd\n"] {
        let (output, result) = run_transcript(format!("go perft 9{end}"), run_with_short_timeout);
        result.unwrap();
        assert!(output.contains("info string perft stopped\n"), "{output}");
        assert!(!output.contains("Nodes searched"), "{output}");
    }
}

#[test]
fn perft_finishes_before_the_next_command() {
    let (output, result) =
        run_transcript("perft 1\nperft 2\nposition fen x. b\nperft 1\nquit\n", run);
    result.unwrap();
    let totals: Vec<&str> = output
        .lines()
        .filter_map(|line| line.strip_prefix("Nodes searched: "))
        .collect();
    assert_eq!(totals, ["2176", "4307152", "1"]);
}

#[test]
fn multipv_lines_are_ordered() {
    let (output, _) = run_transcript("setoption name MultiPV value 3\ngo depth 1\n", run);
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
fn closed_output_is_an_error() {
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
