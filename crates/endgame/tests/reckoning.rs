//! What is said of boards that are taken apart, against playing them out by nothing but the rules.

use std::collections::HashMap;

use amazons::notation::parse_position;
use amazons::{BoardSize, Color, Content, Game, Position};
use combinatorial::{Number, Value};
use endgame::{Choice, Lead, Part, Reason, ReckonLimits, Reckoner, ValueLimit, Worth};

/// Numbers that follow from a seed.
struct Draw(u64);

impl Draw {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(0x1405_7b7e_f767_814f);
        ((self.0 >> 33) as usize) % limit
    }

    /// A small board on which fire has left a few squares.
    fn board(&mut self) -> Position {
        let size = BoardSize::new(2 + self.below(3) as u8, 2 + self.below(3) as u8).unwrap();
        let mut position = Position::empty(size, Color::Black);
        for square in position.board() {
            let content = match self.below(14) {
                0..=6 => continue,
                7..=8 => Content::Amazon(Color::Black),
                9..=10 => Content::Amazon(Color::White),
                _ => Content::Burned,
            };
            position.put(square, content).unwrap();
        }
        position
    }

    /// One or two of them.
    fn boards(&mut self, most_empty: u32) -> Vec<Position> {
        loop {
            let count = 1 + self.below(2);
            let boards: Vec<Position> = (0..count).map(|_| self.board()).collect();
            let empty: u32 = boards.iter().map(|board| board.empty_squares().len()).sum();
            let amazons = |board: &Position| Color::ALL.map(|side| board.amazons(side).len());
            let is_crowded = boards
                .iter()
                .any(|board| amazons(board).iter().sum::<u32>() > 5);
            if empty <= most_empty && !is_crowded {
                return boards;
            }
        }
    }
}

/// Boards side by side, whose turn it is, and how often each player may pass.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Match {
    boards: Vec<Position>,
    to_move: Color,
    passes: [u32; 2],
}

impl Match {
    fn after(&self, board: usize, mv: amazons::Move) -> Self {
        let mut boards = self.boards.clone();
        boards[board] = boards[board].with_to_move(self.to_move).after(mv).unwrap();
        // Whose turn it is is said elsewhere, so that equal boards are equal.
        boards[board] = boards[board].with_to_move(Color::Black);
        Self {
            boards,
            to_move: !self.to_move,
            ..*self
        }
    }
}

#[derive(Default)]
struct BruteForce(HashMap<Match, bool>);

impl BruteForce {
    /// Whether who is to move wins: who can neither move nor pass loses.
    fn wins(&mut self, game: &Match) -> bool {
        if let Some(&known) = self.0.get(game) {
            return known;
        }
        let mut wins = false;
        for (board, position) in game.boards.iter().enumerate() {
            let moves = position.with_to_move(game.to_move).moves();
            wins = wins
                || moves
                    .into_iter()
                    .any(|mv| !self.wins(&game.after(board, mv)));
        }
        let own = game.to_move as usize;
        if !wins && game.passes[own] > 0 {
            let mut passed = game.clone();
            passed.passes[own] -= 1;
            passed.to_move = !game.to_move;
            wins = !self.wins(&passed);
        }
        self.0.insert(game.clone(), wins);
        wins
    }

    fn winner(&mut self, boards: &[Position], to_move: Color, passes: [u32; 2]) -> Color {
        let game = Match {
            boards: boards.to_vec(),
            to_move,
            passes,
        };
        if self.wins(&game) { to_move } else { !to_move }
    }

    /// Who wins, and how often the loser may pass and lose all the same.
    fn lead(&mut self, boards: &[Position], to_move: Color) -> (Color, u32) {
        let winner = self.winner(boards, to_move, [0, 0]);
        let loses_with = |truth: &mut Self, passes: u32| {
            let mut all = [0, 0];
            all[!winner as usize] = passes;
            truth.winner(boards, to_move, all) == winner
        };
        let spare = (1..).find(|&passes| !loses_with(self, passes)).unwrap() - 1;
        (winner, spare)
    }
}

fn exact(lead: Lead) -> (Color, u32) {
    (lead.winner, lead.moves.exactly().unwrap())
}

#[test]
fn ahead_by_so_many_moves_is_how_often_the_loser_may_pass() {
    let mut reckoner = Reckoner::new(None, ReckonLimits::PATIENT);
    let mut draw = Draw(1);
    let mut seen = [[0; 4]; 2];
    for _ in 0..800 {
        let boards = draw.boards(6);
        let mut truth = BruteForce::default();
        let parts = reckoner.parts(&boards).unwrap();
        for side in Color::ALL {
            let lead = exact(reckoner.lead(&parts, side).unwrap());
            assert_eq!(
                lead,
                truth.lead(&boards, side),
                "{side:?} first: {boards:?}"
            );
            assert_eq!(reckoner.winner(&parts, side), Some(lead.0));
            seen[usize::from(lead.0 == side)][lead.1.min(3) as usize] += 1;
        }
    }
    assert!(seen.iter().flatten().all(|&count| count > 8), "{seen:?}");
}

#[test]
fn the_moves_that_keep_the_win_are_those_after_which_it_is_won() {
    let mut reckoner = Reckoner::new(None, ReckonLimits::PATIENT);
    let mut draw = Draw(2);
    let (mut kept, mut lost) = (0, 0);
    for _ in 0..400 {
        let boards = draw.boards(6);
        let mut truth = BruteForce::default();
        let parts = reckoner.parts(&boards).unwrap();
        for side in Color::ALL {
            let choices = reckoner.choices(&parts, side).unwrap();
            let moves: usize = boards
                .iter()
                .map(|board| board.with_to_move(side).moves().len())
                .sum();
            assert_eq!(choices.len(), moves);
            for place in 0..parts.len() {
                let wins = |choice: &Choice| choice.part == place && choice.wins_for(side);
                let has_one = reckoner.has_winning_move(&parts, place, side).unwrap();
                assert_eq!(has_one, Some(choices.iter().any(wins)));
            }
            for choice in choices {
                let game = Match {
                    boards: boards.clone(),
                    to_move: side,
                    passes: [0, 0],
                };
                let after = game.after(parts[choice.part].board, choice.mv);
                let lead = truth.lead(&after.boards, !side);
                assert_eq!(
                    exact(choice.lead.unwrap()),
                    lead,
                    "{boards:?} {}",
                    choice.mv
                );
                if lead.0 == side { kept += 1 } else { lost += 1 }
            }
        }
    }
    assert!(kept > 300 && lost > 300, "{kept} kept, {lost} lost");
}

#[test]
fn best_play_keeps_the_lead_to_the_end() {
    let mut reckoner = Reckoner::new(None, ReckonLimits::PATIENT);
    let mut draw = Draw(3);
    for _ in 0..400 {
        let boards = draw.boards(7);
        let side = Color::ALL[draw.below(2)];
        let parts = reckoner.parts(&boards).unwrap();
        let lead = reckoner.lead(&parts, side).unwrap();
        let (line, is_whole) = reckoner.best_play(&boards, side, &mut || true).unwrap();
        assert!(is_whole);
        let mut game = Match {
            boards,
            to_move: side,
            passes: [0, 0],
        };
        for played in &line {
            assert_eq!(played.side, game.to_move);
            assert_eq!(played.lead, lead, "{}", played.mv);
            game = game.after(played.board, played.mv);
        }
        // The loser has no move, and what the winner has left is the lead.
        assert_ne!(game.to_move, lead.winner);
        let has_move = |board: &Position| board.with_to_move(game.to_move).has_move();
        assert!(!game.boards.iter().any(has_move));
        let parts = reckoner.parts(&game.boards).unwrap();
        let games = reckoner.games();
        let left = parts.iter().fold(Value::ZERO, |sum, part| {
            games.sum(sum, part.worth.exactly().unwrap())
        });
        let moves = games.forms().as_number(left).unwrap();
        let sign = if lead.winner == Color::Black { 1 } else { -1 };
        let spare = lead.moves.exactly().unwrap().cast_signed();
        assert_eq!(moves, Number::integer(sign * spare));
    }
}

fn parts_of(reckoner: &mut Reckoner, text: &str) -> Vec<Part> {
    reckoner.parts(&[parse_position(text).unwrap()]).unwrap()
}

#[test]
fn five_moves_against_two_are_ahead_by_three() {
    let mut reckoner = Reckoner::new(None, ReckonLimits::PATIENT);
    let parts = parts_of(&mut reckoner, "x.....|######|o..###");
    let lead = |reckoner: &mut Reckoner, side| exact(reckoner.lead(&parts, side).unwrap());
    assert_eq!(lead(&mut reckoner, Color::White), (Color::Black, 3));
    assert_eq!(lead(&mut reckoner, Color::Black), (Color::Black, 2));
    assert_eq!(reckoner.hottest(&parts), None);
}

#[test]
fn the_hottest_region_comes_first_and_a_reason_says_so() {
    let mut reckoner = Reckoner::new(None, ReckonLimits::PATIENT);
    let board = parse_position("x..#x.o|..o####").unwrap();
    let parts = reckoner.parts(&[board]).unwrap();
    assert_eq!(reckoner.hottest(&parts), Some(0));
    let (line, _) = reckoner
        .best_play(&[board], Color::Black, &mut || true)
        .unwrap();
    assert!(parts[0].region.squares().contains(line[0].mv.from));
    assert!(matches!(
        line[0].reason,
        Reason::Hottest(_) | Reason::OnlyWin
    ));
}

/// Against the definition: no move in the region is worth more to its player at the region's temperature, and those that are named are worth so much.
#[test]
fn moves_are_best_in_their_region_at_its_temperature() {
    let mut reckoner = Reckoner::new(None, ReckonLimits::PATIENT);
    let mut draw = Draw(9);
    let (mut hot, mut several) = (0, 0);
    for _ in 0..200 {
        for part in reckoner.parts(&draw.boards(7)).unwrap() {
            for side in Color::ALL {
                let best = reckoner.best_in_region(&part, side).unwrap();
                let choices = reckoner.choices(&[part], side).unwrap();
                assert_eq!(best.is_empty(), choices.is_empty());
                let games = reckoner.games();
                let own = games.thermograph(part.worth.exactly().unwrap());
                let tax = own.temperature().max(Number::ZERO);
                let mut worth = |left: Value| {
                    let left = games.thermograph(left);
                    match side {
                        Color::Black => left.right_worth(tax),
                        Color::White => -left.left_worth(tax),
                    }
                };
                let worths = choices.iter().map(|choice| worth(choice.left.unwrap()));
                let most = worths.max();
                let named: usize = best.iter().map(|one| one.moves.len()).sum();
                let equal = choices.iter();
                let equal = equal.filter(|choice| Some(worth(choice.left.unwrap())) == most);
                assert_eq!(named, equal.count());
                for one in &best {
                    assert_eq!(Some(worth(one.left)), most);
                }
                // In a hot region the best move, taxed, is where the wall meets the mast.
                if own.temperature() > Number::ZERO
                    && let Some(most) = most
                {
                    hot += 1;
                    let sign = if side == Color::Black { 1 } else { -1 };
                    let mean = Number::from_steps(sign * own.mean().steps());
                    assert_eq!(most - tax, mean);
                }
                several += usize::from(best.len() > 1);
            }
        }
    }
    assert!(hot > 100 && several > 20, "{hot} hot, {several} several");
}

/// Where the work is limited, bounds are right and say so.
#[test]
fn what_is_not_worked_out_lies_within_its_bounds() {
    let stingy = ReckonLimits {
        values: ValueLimit {
            steps: 0,
            ..ReckonLimits::PATIENT.values
        },
        ..ReckonLimits::PATIENT
    };
    let mut draw = Draw(4);
    let (mut bounded, mut decided) = (0, 0);
    for _ in 0..200 {
        let boards = draw.boards(7);
        let mut reckoner = Reckoner::new(None, ReckonLimits::PATIENT);
        let exactly = reckoner.parts(&boards).unwrap();
        let mut limited = Reckoner::new(None, stingy);
        let roughly = limited.parts(&boards).unwrap();
        for (known, guessed) in exactly.iter().zip(&roughly) {
            let Worth::Between { least, most } = guessed.worth else {
                continue;
            };
            bounded += 1;
            let value = known.worth.exactly().unwrap();
            let games = reckoner.games();
            let [least, most] = [least, most].map(|moves| games.number(Number::integer(moves)));
            assert!(games.is_at_most(least, value) && games.is_at_most(value, most));
        }
        for side in Color::ALL {
            let truth = exact(reckoner.lead(&exactly, side).unwrap());
            let Some(lead) = limited.lead(&roughly, side) else {
                assert_eq!(limited.winner(&roughly, side), None);
                continue;
            };
            decided += 1;
            assert_eq!(lead.winner, truth.0);
            assert_eq!(limited.winner(&roughly, side), Some(truth.0));
            assert!((lead.moves.least..=lead.moves.most).contains(&truth.1));
        }
    }
    assert!(
        bounded > 50 && decided > 50,
        "{bounded} bounded, {decided} decided"
    );
}

/// Boards on which everything is hard, crowded regions of ten and twelve squares, end when they are told to: unlimited, each would take hours.
#[test]
fn hard_boards_end_when_they_are_told_to() {
    let crowded = "x..o#x..o.|....#.....|o..x#o..x.|##########|x..o#x..o.|....#.....|o..x#o..x.|##########|x.o.x.o.x.|.x.o.x.o.o b";
    let board = parse_position(crowded).unwrap();
    let mut reckoner = Reckoner::new(None, ReckonLimits::PATIENT);
    reckoner.give_up_at(std::time::Instant::now() + std::time::Duration::from_millis(300));
    let parts = reckoner.parts(&[board]).unwrap();
    assert_eq!(parts.len(), 5);
    let is_rough = |part: &&Part| part.worth.exactly().is_none();
    assert!(parts.iter().filter(is_rough).count() > 1);
    assert!(reckoner.choices(&parts, Color::Black).is_ok());
    assert_eq!(reckoner.lead(&parts, Color::Black), None);
}

#[test]
fn an_open_board_is_left_open() {
    let mut reckoner = Reckoner::new(None, ReckonLimits::PATIENT);
    let start = Position::standard_start();
    let parts = reckoner.parts(&[start]).unwrap();
    assert!(matches!(
        parts[..],
        [Part {
            worth: Worth::Between { .. },
            ..
        }]
    ));
    assert_eq!(reckoner.lead(&parts, Color::White), None);
    assert_eq!(reckoner.hottest(&parts), None);
    let play = reckoner.best_play(&[start], Color::White, &mut || true);
    assert_eq!(play.unwrap(), (Vec::new(), false));
}

#[test]
fn work_that_was_not_enough_goes_on() {
    let mut values = endgame::Values::default();
    let board = parse_position("x...|....|...o").unwrap();
    let region = board.regions().next().unwrap();
    let limit = ValueLimit {
        steps: 200,
        forms: usize::MAX,
    };
    let mut tries = 0;
    let value = loop {
        tries += 1;
        if let Some(value) = values.value_within(&region, limit).unwrap() {
            break value;
        }
    };
    assert!(tries > 1, "one try was enough");
    assert_eq!(values.value(&region).unwrap(), value);
    let full = ValueLimit { forms: 0, ..limit };
    let mut fresh = endgame::Values::default();
    assert_eq!(fresh.value_within(&region, full).unwrap(), None);
}
