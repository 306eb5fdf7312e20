//! GTP sessions.

use std::io::{self, BufRead, Write};

use thermodon::protocol::gtp::{GtpConfig, run_with};

use crate::program::temp_dir;

use super::client::{ProtocolClient, check_transcript, run_transcript, seeded};

pub fn run(input: impl BufRead, output: impl Write) -> io::Result<()> {
    run_with(seeded(1), &GtpConfig::default(), input, output)
}

/// The response to the last command.
fn last_response(input: &str) -> String {
    let (output, result) = run_transcript(input, run);
    result.unwrap();
    let responses = output.strip_suffix("\n\n").unwrap().split("\n\n");
    responses.last().unwrap().to_owned()
}

#[test]
fn session_matches_the_transcript() {
    check_transcript(include_str!("transcripts/gtp_session.txt"), run);
}

#[test]
fn errors_match_the_transcript() {
    check_transcript(include_str!("transcripts/gtp_errors.txt"), run);
}

#[test]
fn listed_commands_are_known() {
    let (output, _) = run_transcript("list_commands\n", run);
    let commands: Vec<&str> = output
        .strip_prefix("= ")
        .unwrap()
        .split_whitespace()
        .collect();
    assert!(commands.len() > 20, "{commands:?}");
    for command in commands {
        assert_eq!(last_response(&format!("known_command {command}")), "= true");
        let response = last_response(command);
        assert_ne!(response, "? unknown command", "{command}");
        assert_ne!(
            last_response(&format!("{command} a b c d e f"))
                .chars()
                .next(),
            Some('=')
        );
    }
    assert_eq!(last_response("known_command komi"), "= false");
    assert_eq!(last_response("known_command nonsense"), "= false");
}

#[test]
fn genmove_plays_and_reg_genmove_does_not() {
    let mut client = ProtocolClient::start(run);
    client.send("thermodon-fen");
    let start = client.line();
    client.line();
    client.send("reg_genmove b");
    let suggested = client.line();
    client.line();
    client.send("thermodon-fen");
    assert_eq!(client.line(), start);
    client.line();
    client.send(&format!("play b {}", suggested.strip_prefix("= ").unwrap()));
    assert_eq!(client.line(), "=");
    client.line();
    client.send("undo");
    assert_eq!(client.line(), "=");
    client.line();
    client.send("genmove b");
    let played = client.line();
    client.line();
    client.send(&format!("play b {}", played.strip_prefix("= ").unwrap()));
    assert!(client.line().starts_with("? illegal move "));
    client.line();
    client.send("thermodon-side_to_move");
    assert_eq!(client.line(), "= white");
}

#[test]
fn games_are_loaded_up_to_a_move_number() {
    let dir = temp_dir();
    let file = dir.path().join("game.sgf");
    std::fs::write(&file, "(;GM[18];B[djddgd];W[addgad])").unwrap();
    let file = file.display();
    let start = "= 3Q2Q3/10/10/Q8Q/10/10/q8q/10/10/3q2q3 b - - 0 1";
    let fen_after =
        |number: &str| last_response(&format!("loadsgf {file} {number}\nthermodon-fen\n"));
    assert_eq!(fen_after("1"), start);
    assert_eq!(fen_after("0"), start);
    assert_eq!(
        fen_after("2"),
        "= 3Q2Q3/10/10/Q2q2*2Q/10/10/q8q/10/10/6q3 w - - 1 1"
    );
    let end = "= 3Q2Q3/10/10/*2q2*2Q/10/10/q2Q5q/10/10/6q3 b - - 2 2";
    for number in ["", "3", "99999999999999999999999999"] {
        assert_eq!(fen_after(number), end, "{number:?}");
    }
    assert_eq!(
        last_response(&format!("loadsgf {file}\nundo\nundo\nthermodon-fen\n")),
        start
    );

    let broken = dir.path().join("broken.sgf");
    std::fs::write(&broken, "(;GM[18];B[djdd").unwrap();
    for (argument, message) in [
        (broken.display().to_string(), "? cannot load file: "),
        (dir.path().display().to_string(), "? cannot load file: "),
        (
            "/no/such/file.sgf".to_owned(),
            "? cannot load file: cannot read /no/such/file.sgf: ",
        ),
        (
            format!("{file} two"),
            "? syntax error: usage: loadsgf FILE [MOVE_NUMBER]",
        ),
    ] {
        let response = last_response(&format!("loadsgf {argument}"));
        assert!(response.starts_with(message), "{response}");
        let fen = last_response(&format!(
            "loadsgf {file}\nloadsgf {argument}\nthermodon-fen"
        ));
        assert_eq!(fen, end, "a failed load changes nothing");
    }
}

#[test]
fn printed_games_can_be_read() {
    let sgf = last_response("boardsize 6\ngenmove b\ngenmove w\ngenmove b\nprintsgf\n");
    let fen = last_response("boardsize 6\ngenmove b\ngenmove w\ngenmove b\nthermodon-fen\n");
    let games = amazons::records::read(sgf.strip_prefix("= ").unwrap()).unwrap();
    assert_eq!(games[0].main_line().count(), 3);
    let end = amazons::notation::fen::write(&games[0].final_position());
    assert_eq!(format!("= {end}"), fen);
}
