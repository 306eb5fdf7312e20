//! GTP sessions.

use std::io::{self, BufRead, Write};

use protocol::gtp::{GtpConfig, run_with};

use super::client::{ProtocolClient, check_transcript, run_transcript, seeded};
use crate::program::Sandbox;

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
    let mut ask = |command: &str| {
        client.send(command);
        let answer = client.line();
        assert_eq!(client.line(), "");
        answer
    };
    let start = ask("thermodon-fen");
    let suggested = ask("reg_genmove b").replace("= ", "play b ");
    assert_eq!(ask("thermodon-fen"), start);
    assert_eq!(ask(&suggested), "=");
    assert_eq!(ask("undo"), "=");
    let played = ask("genmove b").replace("= ", "play b ");
    assert!(ask(&played).starts_with("? illegal move "));
    assert_eq!(ask("thermodon-side_to_move"), "= white");
}

#[test]
fn games_are_loaded_up_to_a_move_number() {
    let dir = Sandbox::new();
    dir.write("game.sgf", "(;GM[18];B[djddgd];W[addgad])");
    dir.write("broken.sgf", "(;GM[18];B[djdd");
    let path = |name: &str| dir.path(name).display().to_string();
    let file = path("game.sgf");
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

    for (argument, message) in [
        (path("broken.sgf"), "? cannot load file: "),
        (path(""), "? cannot load file: "),
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
