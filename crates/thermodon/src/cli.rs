//! The command line: one definition that parsing, help, completions and man pages all come from.

use std::path::PathBuf;

use amazons::records::Format;
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use engine::Level;

use crate::commands::{
    analysis, analyze, bench, book, endgame, eval, lab, learn, matches, opponent, serve, shogi,
    solve,
};

/// Play, analyse and study the game of the Amazons.
///
/// Without a command: the app, in the browser.
#[derive(Parser, Debug)]
#[command(name = "thermodon", version, max_term_width = 100)]
#[command(after_help = "\
Positions are written as a FEN (3q2q3/10/… w), as a diagram (x..|.#.|..o, x Black, o White, # burned, \
then b or w for the side to move), as `startpos`, or as a board size such as 8x8.

Exit status: 0 if all went well, 1 for a negative result, 2 for an error.")]
pub struct CommandLine {
    /// When to use colours.
    #[arg(long, global = true, value_enum, default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,

    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal that shows them.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Open the app in the browser: play, analyse and keep games.
    Serve(serve::Arguments),
    /// Play a game in the terminal.
    Play(Play),
    /// Draw a position, or the game in a file, and say what is known about it.
    Show(Show),
    /// Say what the engine thinks of a position, or of every move of a game.
    Analyze(analyze::Arguments),
    /// Turn a game or position from one notation into another.
    Convert(Convert),
    /// Say what a position is worth and why, without any search.
    Eval(eval::Arguments),
    /// Count the games of a given length: the standard test of a move generator.
    Perft(Perft),
    /// Measure the engine's speed, and print a signature of what it finds.
    Bench(bench::Arguments),
    /// Play a match between engines and say which one is stronger.
    Match(Box<matches::Arguments>),
    /// Get to know an opponent from their games, for a search that knows whom it plays.
    Opponent(opponent::Arguments),
    /// Build and ask the table of all endgames that are cut off from the rest of the board.
    Endgame(endgame::Arguments),
    /// Build and look into an opening book.
    Book(book::Arguments),
    /// Let the hand-made evaluation teach itself by playing.
    Learn(learn::Arguments),
    /// Find out who wins a board, or several side by side, for certain.
    Solve(solve::Arguments),
    /// Run the papers' experiments and see their numbers beside ours.
    Lab(lab::Arguments),
    /// Speak UCI, in Fairy-Stockfish's dialect, on standard input and output.
    Uci,
    /// Speak GTP, version 2, on standard input and output.
    Gtp,
    /// Analyse many positions for another program: JSON requests in, JSON answers out, a line each.
    Analysis(analysis::Arguments),
    /// Play Shogi: speak USI, for Shogi boards and programs.
    Shogi(shogi::Arguments),
    /// Answer as a Botzone bot: 8x8, in text or JSON as it is asked.
    Botzone {
        /// Stay after the answer and wait for the next turn, where Botzone offers it.
        #[arg(long)]
        keep_running: bool,
    },
    /// Print completions for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the man page, or write one for each command into a folder.
    Man {
        /// The folder to write `thermodon.1`, `thermodon-play.1`, … to.
        #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
        folder: Option<PathBuf>,
    },
}

/// Play a game in the terminal.
#[derive(Args, Debug)]
pub struct Play {
    /// Where the game starts.
    #[arg(long, value_name = "POSITION", default_value_t = Self::default().position)]
    pub position: String,
    /// Who plays White.
    #[arg(long, value_enum, default_value_t = Self::default().white)]
    pub white: Seat,
    /// Who plays Black.
    #[arg(long, value_enum, default_value_t = Self::default().black)]
    pub black: Seat,
    /// How long the computer thinks about a move.
    #[arg(long, value_name = "SECONDS", default_value_t = Self::default().seconds)]
    pub seconds: f64,
    /// How strong the computer is, from 1, a beginner, to 20, full strength.
    #[arg(long, value_name = "LEVEL", default_value_t = Self::default().level, conflicts_with = "player",
        value_parser = clap::value_parser!(u8).range(1..=i64::from(Level::COUNT)), long_help = levels())]
    pub level: u8,
    /// Which computer plays: network, the strongest; alpha-beta or monte-carlo, two searches over a
    /// hand-made evaluation; opponent-model, which foretells what you play; or random.
    #[arg(long, value_name = "PLAYER", default_value_t = Self::default().player)]
    pub player: String,
    /// What the computer thinks of its opponent: a file of `thermodon opponent fit`, or the options of an engine and how
    /// far it looks, such as Depth=2. It then plays opponent-model, and alpha-beta if the opponent turns out to be
    /// somebody else.
    #[arg(long, value_name = "MODEL", conflicts_with_all = ["player", "level"])]
    pub opponent: Option<String>,
    /// Makes the choices of a level, and of the random player, repeatable; 0 takes other ones each time.
    #[arg(long, value_name = "NUMBER", default_value_t = Self::default().seed)]
    pub seed: u64,
}

impl Default for Play {
    /// What the arguments default to.
    fn default() -> Self {
        Self {
            position: "startpos".to_owned(),
            white: Seat::Human,
            black: Seat::Computer,
            seconds: 1.0,
            level: Level::FULL.number(),
            player: "network".to_owned(),
            opponent: None,
            seed: 0,
        }
    }
}

/// What each level is like, for the long help.
fn levels() -> String {
    let level = |level: Level| format!("\n- {level}: {}", level.description());
    let list: String = Level::all().map(level).collect();
    format!(
        "How strong the computer is. It answers sooner than its time if its level needs less.\n{list}"
    )
}

/// Who sits at a side of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Seat {
    /// Somebody at the keyboard.
    Human,
    /// This program.
    Computer,
}

/// Draw a position or a game.
#[derive(Args, Debug)]
pub struct Show {
    /// A position, a file with a game or position in any notation, or - for standard input.
    #[arg(value_name = "POSITION|FILE", default_value = "startpos", value_hint = ValueHint::FilePath)]
    pub input: String,
    /// Show the position after that many moves of the main line, instead of the last one.
    #[arg(long, value_name = "N")]
    pub ply: Option<usize>,
    /// Take the Nth game of a file that holds several.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub game: usize,
    /// List the legal moves as well.
    #[arg(long)]
    pub moves: bool,
    /// Put Black's side at the bottom.
    #[arg(long)]
    pub flip: bool,
    /// Print JSON for programs.
    #[arg(long)]
    pub json: bool,
}

/// Turn one notation into another.
#[derive(Args, Debug)]
pub struct Convert {
    /// A position, a file in any notation, or - for standard input.
    #[arg(value_name = "POSITION|FILE", default_value = "-", value_hint = ValueHint::FilePath)]
    pub input: String,
    /// The notation to write: sgf, ggf, little-golem, text, fen or diagram.
    #[arg(long, value_name = "FORMAT")]
    pub to: Format,
    /// The notation to read; found out by itself if left out.
    #[arg(long, value_name = "FORMAT")]
    pub from: Option<Format>,
    /// Where to write; standard output if left out.
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// Print JSON for programs: the format and one text for each game.
    #[arg(long)]
    pub json: bool,
}

/// Count the games of a given length.
#[derive(Args, Debug)]
pub struct Perft {
    /// How many moves deep.
    #[arg(long, short, value_name = "N")]
    pub depth: u32,
    /// Where to start.
    #[arg(long, short, value_name = "POSITION", default_value = "startpos")]
    pub position: String,
    /// Print the share of each first move.
    #[arg(long)]
    pub divide: bool,
    /// Print JSON for programs.
    #[arg(long)]
    pub json: bool,
}
