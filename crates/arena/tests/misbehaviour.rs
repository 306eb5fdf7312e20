//! Players that break the rules of the game, of the protocol or of good manners, as small shell
//! scripts: each loses its games for the right reason, nothing hangs, and nothing is lost.
#![cfg(unix)]

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use amazons::{Game, Position};
use arena::control::{TimeControl, Tolerance};
use arena::house::House;
use arena::player::Source;
use arena::program::{Program, Protocol};
use arena::record::Side;
use arena::{
    Contestant, Ending, Fault, Folder, GameRecord, Match, MatchError, Openings, Pairing, Stop,
};

/// Short, for every silent player makes the test wait for it; long enough for a busy machine.
const PATIENCE: Duration = Duration::from_millis(700);

/// A UCI engine with good manners up to `go`, and then the given behaviour.
fn uci(behaviour: &str) -> Program {
    script(
        Protocol::Uci,
        &format!(
            "while read -r line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; \
             quit) exit;; go*) {behaviour};; esac; done"
        ),
    )
}

/// A GTP engine with good manners up to `genmove`, and then the given behaviour; `$id` is the id.
fn gtp(behaviour: &str) -> Program {
    script(
        Protocol::Gtp,
        &format!(
            "while read -r id command rest; do case \"$command\" in \
             list_commands) printf '=%s boardsize\\nclear_board\\nplay\\ngenmove\\n\\n' \"$id\";; \
             genmove) {behaviour};; quit) exit;; *) printf '=%s\\n\\n' \"$id\";; esac; done"
        ),
    )
}

fn script(protocol: Protocol, text: &str) -> Program {
    Program {
        command: vec!["sh".to_owned(), "-c".to_owned(), text.to_owned()],
        folder: None,
        protocol,
        options: Vec::new(),
        log: None,
        patience: PATIENCE,
    }
}

fn contestant(
    name: &str,
    source: impl Source<Position> + 'static,
    control: TimeControl,
) -> Contestant<Position> {
    Contestant {
        name: name.to_owned(),
        source: Arc::new(source),
        control,
    }
}

fn random_player() -> House {
    House::new(vec![("Player".to_owned(), "random".to_owned())]).unwrap()
}

fn nodes() -> TimeControl {
    TimeControl {
        nodes: Some(1),
        ..TimeControl::default()
    }
}

/// Four games of a good player against a bad one.
fn plan(bad: Program, control: TimeControl) -> Match<Position> {
    Match {
        contestants: vec![
            contestant("good", random_player(), nodes()),
            contestant("bad", bad, control),
        ],
        pairing: Pairing::RoundRobin,
        rounds: 2,
        openings: Openings::Random {
            start: Position::parse("6x6").unwrap(),
            plies: 2,
        },
        seed: 1,
        tolerance: Tolerance {
            margin: Duration::from_millis(100),
            patience: PATIENCE,
        },
        sprt: None,
        concurrency: 2,
    }
}

fn play(plan: &Match<Position>) -> Vec<GameRecord> {
    let mut records = Vec::new();
    let conclusion = arena::run(plan, None, &Stop::default(), |record, _| {
        records.push(record.clone());
    });
    assert_eq!(conclusion.unwrap().verdict, arena::Verdict::Complete);
    records.sort_by_key(|record| record.game);
    records
}

/// Every game is played, and the bad player, index 1, lost all of them by such a fault.
fn expect_all_lost(bad: Program, control: TimeControl, is_right: impl Fn(&Fault) -> bool) {
    let what = bad.command[2].clone();
    let records = play(&plan(bad, control));
    assert_eq!(
        records.iter().map(|record| record.game).collect::<Vec<_>>(),
        [0, 1, 2, 3]
    );
    for record in records {
        let winner = if record.black == 0 {
            Side::Black
        } else {
            Side::White
        };
        assert_eq!(record.result, winner, "{what}");
        match &record.ending {
            Ending::Fault(fault) if is_right(fault) => {}
            other => panic!("{what}: {other:?}"),
        }
    }
}

#[test]
fn illegal_moves_lose() {
    let is_right = |fault: &Fault| matches!(fault, Fault::IllegalMove { .. });
    for text in ["a1a1,a1a1", "e2e4", "bestmove", "\\\\377"] {
        expect_all_lost(
            uci(&format!("printf 'bestmove {text}\\n'")),
            nodes(),
            is_right,
        );
    }
    for text in ["a1-a1/a1", "pass", "D4", "d1-d2"] {
        expect_all_lost(
            gtp(&format!("printf '=%s {text}\\n\\n' $id")),
            nodes(),
            is_right,
        );
    }
}

#[test]
fn garbage_silence_and_half_lines_lose_when_patience_is_over() {
    let is_silence = |fault: &Fault| matches!(fault, Fault::Silence { .. });
    for behaviour in [
        "echo garbage; echo 'info depth x score cp y nodes'; echo best move d1",
        ":",
        "printf 'bestmove d1d2'",
        "while :; do echo garbage without end; done",
        "exec sleep 1000",
        "trap '' TERM INT; sleep 1000",
    ] {
        expect_all_lost(uci(behaviour), nodes(), is_silence);
    }
    for behaviour in [
        "echo nonsense",
        "printf '=%s d1-d2/d1\\n' $id",
        "printf '=%s0 d1-d2/d1\\n\\n' $id",
        ":",
    ] {
        expect_all_lost(gtp(behaviour), nodes(), is_silence);
    }
}

#[test]
fn silence_on_a_clock_loses_on_time() {
    let is_time = |fault: &Fault| matches!(fault, Fault::Time { .. });
    let move_time = TimeControl {
        move_time: Some(Duration::from_millis(100)),
        ..TimeControl::default()
    };
    expect_all_lost(uci(":"), move_time, is_time);
    expect_all_lost(gtp(":"), move_time, is_time);
    let clock = TimeControl {
        clock: Some("0.1+0.01".parse().unwrap()),
        ..TimeControl::default()
    };
    expect_all_lost(uci("sleep 100"), clock, is_time);
}

#[test]
fn a_line_without_end_is_nonsense() {
    let is_nonsense = |fault: &Fault| matches!(fault, Fault::Nonsense(_));
    expect_all_lost(
        uci("head -c 3000000 /dev/zero | tr '\\0' x"),
        nodes(),
        is_nonsense,
    );
    expect_all_lost(uci("echo bestmove"), nodes(), is_nonsense);
}

#[test]
fn dying_loses() {
    let is_crash = |fault: &Fault| matches!(fault, Fault::Crash(_));
    for behaviour in [
        "exit 3",
        "kill -9 $$",
        "printf 'bestmove d1'; exit",
        "exec >&-; sleep 100",
    ] {
        expect_all_lost(uci(behaviour), nodes(), is_crash);
        expect_all_lost(gtp(behaviour), nodes(), is_crash);
    }
    let records = play(&plan(uci("exit 3"), nodes()));
    assert!(
        records[0].reason().ends_with("exit status: 3"),
        "{}",
        records[0].reason()
    );
}

#[test]
fn refusing_loses_and_giving_up_is_a_resignation() {
    let is_refusal = |fault: &Fault| matches!(fault, Fault::Refusal { .. });
    expect_all_lost(
        gtp("printf '?%s I would rather not\\n\\n' $id"),
        nodes(),
        is_refusal,
    );
    for program in [
        uci("echo 'bestmove (none)'"),
        gtp("printf '=%s resign\\n\\n' $id"),
    ] {
        for record in play(&plan(program, nodes())) {
            assert_eq!(record.ending, Ending::Resignation);
            assert_eq!(record.players()[record.result.color().unwrap()], 0);
        }
    }
}

/// Answers of the past are not taken for answers to the question.
#[test]
fn an_answer_before_the_question_does_not_count() {
    let early = "while read -r line; do case \"$line\" in uci) echo uciok;; \
                 isready) echo bestmove a1a1,a1a1; echo readyok; echo bestmove b1b1,b1b1;; \
                 go*) exec sleep 1000;; quit) exit;; esac; done";
    // The first comes before readyok and is passed over. The second comes after it, when nobody can
    // tell it from an answer; it is judged as one.
    expect_all_lost(
        script(Protocol::Uci, early),
        nodes(),
        |fault| matches!(fault, Fault::IllegalMove { text, .. } if text == "b1b1,b1b1"),
    );
}

#[test]
fn a_player_that_does_not_start_stops_the_match_before_it_begins() {
    let programs = [
        Program {
            command: vec!["/nowhere/no-such-program".to_owned()],
            ..uci(":")
        },
        script(Protocol::Uci, "exit 1"),
        script(Protocol::Uci, "cat > /dev/null"),
        script(Protocol::Gtp, "while read -r line; do echo hello; done"),
        Program {
            options: vec![("Hash".to_owned(), "16".to_owned())],
            ..uci(":")
        },
        Program {
            command: Vec::new(),
            ..uci(":")
        },
    ];
    for program in programs {
        let error = arena::run(&plan(program, nodes()), None, &Stop::default(), |_, _| {});
        let error = error.map(|conclusion| conclusion.verdict);
        let is_right = matches!(&error, Err(MatchError::NoStart { name, fault: Fault::Start(_) }) if name == "bad");
        assert!(is_right, "{error:?}");
    }
}

/// A folder for a test, removed at its end.
struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("arena-misbehaviour-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Dead players are started again for every game; once even that fails, the game is lost without a
/// move.
#[test]
fn a_crashed_player_is_started_again_as_long_as_it_starts() {
    let folder = TemporaryFolder::new();
    let starts = folder.0.join("starts");
    let mut bad = uci("exit 3");
    let text = format!(
        "echo start >> '{0}'; test $(wc -l < '{0}') -le 3 || exit 1; ",
        starts.display()
    );
    bad.command[2].insert_str(0, &text);
    let mut plan = plan(bad, nodes());
    plan.concurrency = 1;
    let records = play(&plan);
    let words: Vec<_> = records
        .iter()
        .map(|record| match &record.ending {
            Ending::Fault(fault) => fault.word(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(words, ["crash", "crash", "crash", "start"]);
    assert!(records[3].moves.is_empty() && records[3].opening_moves.len() == 2);
    assert_eq!(std::fs::read_to_string(&starts).unwrap().lines().count(), 4);
}

/// Faults are on record, in words, and what a program wrote to its standard error is kept.
#[test]
fn reasons_and_last_words_are_kept() {
    let folder = TemporaryFolder::new();
    let mut bad = uci("echo the board is on fire >&2; exit 3");
    bad.log = Some(folder.0.join("bad.stderr.log"));
    let plan = plan(bad, nodes());
    let mut kept = Folder::open::<Position>(&folder.0, &plan.settings(), false).unwrap();
    arena::run(&plan, Some(&mut kept), &Stop::default(), |_, _| {}).unwrap();
    let read = |name: &str| std::fs::read_to_string(folder.0.join(name)).unwrap();
    assert_eq!(
        read("journal.jsonl")
            .matches("\"ending\":{\"fault\":{\"crash\":\"exit status: 3\"}}")
            .count(),
        4
    );
    assert_eq!(
        read("results.pgn")
            .matches("ended in the middle of the game: exit status: 3")
            .count(),
        4
    );
    assert_eq!(read("games.sgf").matches("+F]").count(), 4);
    assert_eq!(
        read("bad.stderr.log")
            .matches("the board is on fire")
            .count(),
        4
    );
}

/// A match that is stopped while a player thinks ends at once, and the game is not counted.
#[test]
fn a_stopped_match_ends_and_forgets_games_under_way() {
    let mut plan = plan(uci("exec sleep 1000"), nodes());
    plan.tolerance.patience = Duration::from_secs(1000);
    let stop = Stop::default();
    let from_outside = stop.clone();
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        from_outside.set();
    });
    let conclusion = arena::run(&plan, None, &stop, |_, _| {}).unwrap();
    stopper.join().unwrap();
    assert_eq!(conclusion.verdict, arena::Verdict::Stopped);
    assert_eq!(conclusion.standings.games(), 0);
}
