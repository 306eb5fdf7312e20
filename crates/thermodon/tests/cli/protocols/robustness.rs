//! No input makes a protocol panic or hang.

use std::io::{BufReader, Cursor};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use proptest::prelude::*;
use proptest::test_runner::Config;
use protocol::{botzone, gtp, uci, usi};

use super::client::{TEST_TIMEOUT, seeded};

/// Runs every protocol on an input; all must end.
fn feed_all(input: &[u8]) {
    let input = input.to_vec();
    let (done, finished) = mpsc::channel();
    thread::spawn(move || {
        // The buffer is smaller than most lines.
        let read = || BufReader::with_capacity(16, Cursor::new(input.clone()));
        let config = uci::UciConfig {
            perft_timeout: Duration::from_millis(5),
        };
        let uci = uci::run_with(seeded(1), &config, read(), std::io::sink());
        let gtp = gtp::run_with(
            seeded(1),
            &gtp::GtpConfig::default(),
            read(),
            std::io::sink(),
        );
        let usi = usi::run(read(), std::io::sink());
        // Memory cannot fail.
        assert!(uci.is_ok() && gtp.is_ok() && usi.is_ok());
        for keep_running in [false, true] {
            let config = botzone::BotzoneConfig {
                keep_running,
                ..botzone::BotzoneConfig::default()
            };
            let result = botzone::run_with(seeded(1), &config, read(), std::io::sink());
            assert!(!result.is_err_and(|error| error.is::<std::io::Error>()));
        }
        done.send(()).unwrap();
    });
    finished
        .recv_timeout(TEST_TIMEOUT)
        .expect("every protocol ends without a panic");
}

/// Words of the protocols, and similar ones.
const WORDS: &str = "\
    uci usi usinewgame sfen 7g7f byoyomi gameover isready ucinewgame setoption name value Seed
    MultiPV BoardSize UCI_Variant position startpos fen moves go movetime nodes depth wtime btime
    winc binc movestogo infinite ponder perft searchmoves stop ponderhit d quit boardsize
    clear_board play genmove reg_genmove undo showboard time_settings time_left final_score
    loadsgf printsgf thermodon-fen thermodon-setup thermodon-legal_moves thermodon-set_option komi
    white b 4x4 10x10 8 0 1 2 3 -1 7 99999999999999999999 d1d7,d7g7 d1-d7/g7 a7-b7/b1 a1-a1/a1
    4/4/4/4 q2/1*1/2Q w - x..|.#o / . # é { } [";

/// Turns, JSON and unusual characters.
const PHRASES: &[&str] = &[
    "\t",
    "\u{0}",
    "1 -1 -1 -1 -1 -1 -1",
    "2 0 2 5 7 0",
    "{\"requests\":[]}",
    "{\"x0\":2,\"y0\":0,\"x1\":2,\"y1\":5,\"x2\":7,\"y2\":0}",
    "{\"requests\":[{\"x0\":-1,\"y0\":-1,\"x1\":-1,\"y1\":-1,\"x2\":-1,\"y2\":-1}]}",
];

fn word() -> impl Strategy<Value = &'static str> {
    let words = WORDS.split_whitespace().chain(PHRASES.iter().copied());
    prop::sample::select(words.collect::<Vec<_>>())
}

fn config() -> Config {
    Config {
        cases: 300,
        // Failures become tests of their own.
        failure_persistence: None,
        ..Config::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn random_bytes_end(input in prop::collection::vec(any::<u8>(), 0..2000)) {
        feed_all(&input);
    }

    #[test]
    fn random_commands_end(
        lines in prop::collection::vec(
            prop::collection::vec(word(), 0..8),
            0..25,
        ),
    ) {
        let lines: Vec<String> = lines.iter().map(|words| words.join(" ")).collect();
        feed_all(lines.join("\n").as_bytes());
    }
}

#[test]
fn extreme_inputs_end() {
    let nested = "{\"requests\":".to_owned() + &"[".repeat(60_000);
    for input in [
        "go infinite".repeat(50_000).into_bytes(),
        "go infinite\n".repeat(500).into_bytes(),
        "go perft 99999999999999999999\n".repeat(20).into_bytes(),
        nested.into_bytes(),
        vec![b'1'; 200_000],
        vec![0; 200_000],
        vec![b'\n'; 200_000],
        b"57\n".iter().copied().cycle().take(200_000).collect(),
        b"position fen 99999999999999999999999999999999999999/".to_vec(),
        format!("position fen {}", "1/".repeat(30_000)).into_bytes(),
        format!("thermodon-setup {}", "1/".repeat(30_000)).into_bytes(),
        b"time_settings 99999999999999999999 99999999999999999999 99999999999999999999\ngenmove w\n"
            .to_vec(),
    ] {
        feed_all(&input);
    }
}
