//! Exact analysis against exhaustive search.

use amazons::notation::parse_position;
use amazons::{BoardSize, Color, Content, Position};
use combinatorial::{Dyadic, GameValue};
use endgame::{
    AnalysisLimits, AnalyzedMove, AnalyzedRegion, ExactAnalyzer, Lead, MoveReason, RegionValue,
    ValueLimits,
};
use game::SplitMix64;

use crate::fixtures::{BruteForce, after_move, all_moves};

/// A random small board.
fn random_board(rng: &mut SplitMix64) -> Position {
    let size = BoardSize::new(2 + rng.below(3) as u8, 2 + rng.below(3) as u8).unwrap();
    let mut position = Position::empty(size, Color::Black);
    for square in position.board() {
        let content = match rng.below(14) {
            0..=6 => continue,
            7..=8 => Content::Amazon(Color::Black),
            9..=10 => Content::Amazon(Color::White),
            _ => Content::Burned,
        };
        position.put(square, content).unwrap();
    }
    position
}

/// One or two random boards.
fn random_boards(rng: &mut SplitMix64, most_empty: u32) -> Vec<Position> {
    loop {
        let count = 1 + rng.below(2);
        let boards: Vec<Position> = (0..count).map(|_| random_board(rng)).collect();
        let empty: u32 = boards.iter().map(|board| board.empty_squares().len()).sum();
        let amazons = |board: &Position| Color::ALL.map(|side| board.amazons(side).len());
        let is_crowded = |board| amazons(board).iter().sum::<u32>() > 5;
        if empty <= most_empty && !boards.iter().any(is_crowded) {
            return boards;
        }
    }
}

/// Winner and number of passes with which the loser still loses, by exhaustive search.
fn true_lead(truth: &mut BruteForce, boards: &[Position], to_move: Color) -> (Color, u32) {
    let winner = truth.winner(boards, to_move, [0, 0]);
    let is_enough = |passes: &u32| {
        let mut all = [0, 0];
        all[!winner as usize] = *passes;
        truth.winner(boards, to_move, all) != winner
    };
    let enough = (1..).find(is_enough).unwrap();
    (winner, enough - 1)
}

fn interactive() -> ExactAnalyzer<'static> {
    ExactAnalyzer::new(None, AnalysisLimits::INTERACTIVE)
}

fn exact(lead: Lead) -> (Color, u32) {
    (lead.winner, lead.moves.exact().unwrap())
}

#[test]
fn the_lead_is_the_number_of_passes_with_which_the_loser_still_loses() {
    let mut analyzer = interactive();
    let mut rng = SplitMix64::from_seed(1);
    let mut seen = [[0; 4]; 2];
    for _ in 0..800 {
        let boards = random_boards(&mut rng, 6);
        let mut truth = BruteForce::default();
        let regions = analyzer.analyze_regions(&boards).unwrap();
        for side in Color::ALL {
            let lead = exact(analyzer.lead(&regions, side).unwrap());
            let truth = true_lead(&mut truth, &boards, side);
            assert_eq!(lead, truth, "{side:?} first: {boards:?}");
            assert_eq!(analyzer.winner(&regions, side), Some(lead.0));
            seen[usize::from(lead.0 == side)][lead.1.min(3) as usize] += 1;
        }
    }
    assert!(seen.iter().flatten().all(|&count| count > 8), "{seen:?}");
}

#[test]
fn winning_moves_agree_with_exhaustive_search() {
    let mut analyzer = interactive();
    let mut rng = SplitMix64::from_seed(2);
    let (mut kept, mut lost) = (0, 0);
    for _ in 0..400 {
        let boards = random_boards(&mut rng, 6);
        let mut truth = BruteForce::default();
        let regions = analyzer.analyze_regions(&boards).unwrap();
        for side in Color::ALL {
            let moves = analyzer.analyze_moves(&regions, side).unwrap();
            assert_eq!(moves.len(), all_moves(&boards, side).len());
            for place in 0..regions.len() {
                let wins = |mv: &AnalyzedMove| mv.region == place && mv.wins_for(side);
                let has_one = analyzer.has_winning_move(&regions, place, side).unwrap();
                assert_eq!(has_one, Some(moves.iter().any(wins)));
            }
            for mv in moves {
                let after = after_move(&boards, side, (regions[mv.region].board, mv.mv));
                let lead = true_lead(&mut truth, &after, !side);
                assert_eq!(exact(mv.lead.unwrap()), lead, "{boards:?} {}", mv.mv);
                if lead.0 == side { kept += 1 } else { lost += 1 }
            }
        }
    }
    assert!(kept > 300 && lost > 300, "{kept} kept, {lost} lost");
}

#[test]
fn best_play_keeps_the_lead_to_the_end() {
    let mut analyzer = interactive();
    let mut rng = SplitMix64::from_seed(3);
    for _ in 0..400 {
        let mut boards = random_boards(&mut rng, 7);
        let mut side = Color::ALL[rng.below(2)];
        let regions = analyzer.analyze_regions(&boards).unwrap();
        let lead = analyzer.lead(&regions, side).unwrap();
        let (line, is_whole) = analyzer.best_play(&boards, side, &mut || true).unwrap();
        assert!(is_whole);
        for played in &line {
            assert_eq!(played.side, side);
            assert_eq!(played.lead, lead, "{}", played.mv);
            boards = after_move(&boards, side, (played.board, played.mv));
            side = !side;
        }
        // The loser has no move; the winner's remaining moves are the lead.
        assert_ne!(side, lead.winner);
        assert!(all_moves(&boards, side).is_empty());
        let regions = analyzer.analyze_regions(&boards).unwrap();
        let games = analyzer.games();
        let left = regions.iter().fold(GameValue::ZERO, |sum, region| {
            games.sum(sum, region.value.exact().unwrap())
        });
        let moves = games.forms().as_number(left).unwrap();
        let sign = if lead.winner == Color::Black { 1 } else { -1 };
        let spare = lead.moves.exact().unwrap().cast_signed();
        assert_eq!(moves, Dyadic::from_integer(sign * spare));
    }
}

#[test]
fn five_moves_against_two_are_a_lead_of_three() {
    let mut analyzer = interactive();
    let board = parse_position("x.....|######|o..###").unwrap();
    let regions = analyzer.analyze_regions(&[board]).unwrap();
    let lead = |analyzer: &mut ExactAnalyzer, side| exact(analyzer.lead(&regions, side).unwrap());
    assert_eq!(lead(&mut analyzer, Color::White), (Color::Black, 3));
    assert_eq!(lead(&mut analyzer, Color::Black), (Color::Black, 2));
    assert_eq!(analyzer.hottest(&regions), None);
}

#[test]
fn best_play_starts_in_the_hottest_region() {
    let mut analyzer = interactive();
    let board = parse_position("x..#x.o|..o####").unwrap();
    let regions = analyzer.analyze_regions(&[board]).unwrap();
    assert_eq!(analyzer.hottest(&regions), Some(0));
    let play = analyzer.best_play(&[board], Color::Black, &mut || true);
    let (line, _) = play.unwrap();
    assert!(regions[0].region.squares().contains(line[0].mv.from));
    assert!(matches!(
        line[0].reason,
        MoveReason::Hottest(_) | MoveReason::OnlyWinningMove
    ));
}

/// No move is better at the region's temperature, and exactly the best moves are returned.
#[test]
fn local_moves_are_best_at_the_temperature_of_their_region() {
    let mut analyzer = interactive();
    let mut rng = SplitMix64::from_seed(9);
    let (mut hot, mut several) = (0, 0);
    for _ in 0..200 {
        for region in analyzer
            .analyze_regions(&random_boards(&mut rng, 7))
            .unwrap()
        {
            for side in Color::ALL {
                let best = analyzer.best_local_moves(&region, side).unwrap();
                let moves = analyzer.analyze_moves(&[region], side).unwrap();
                assert_eq!(best.is_empty(), moves.is_empty());
                let games = analyzer.games();
                let own = games.thermograph(region.value.exact().unwrap());
                let tax = own.temperature().max(Dyadic::ZERO);
                let mut worth = |left: GameValue| {
                    let left = games.thermograph(left);
                    match side {
                        Color::Black => left.right_wall_at(tax),
                        Color::White => -left.left_wall_at(tax),
                    }
                };
                let worths = moves.iter().map(|mv| worth(mv.remainder.unwrap()));
                let most = worths.max();
                let named: usize = best.iter().map(|one| one.moves.len()).sum();
                let equal = moves.iter();
                let equal = equal.filter(|mv| Some(worth(mv.remainder.unwrap())) == most);
                assert_eq!(named, equal.count());
                for one in &best {
                    assert_eq!(Some(worth(one.remainder)), most);
                }
                // In a hot region the best taxed move reaches the mast.
                if own.temperature() > Dyadic::ZERO
                    && let Some(most) = most
                {
                    hot += 1;
                    let sign = if side == Color::Black { 1 } else { -1 };
                    let mean = Dyadic::from_raw(sign * own.mean().to_raw());
                    assert_eq!(most - tax, mean);
                }
                several += usize::from(best.len() > 1);
            }
        }
    }
    assert!(hot > 100 && several > 20, "{hot} hot, {several} several");
}

/// Bounds contain the exact value when limits are reached.
#[test]
fn bounds_contain_the_exact_value() {
    let stingy = AnalysisLimits {
        value_limits: ValueLimits {
            max_regions: 0,
            ..AnalysisLimits::INTERACTIVE.value_limits
        },
        ..AnalysisLimits::INTERACTIVE
    };
    let mut rng = SplitMix64::from_seed(4);
    let (mut bounded, mut decided) = (0, 0);
    for _ in 0..200 {
        let boards = random_boards(&mut rng, 7);
        let mut analyzer = interactive();
        let exactly = analyzer.analyze_regions(&boards).unwrap();
        let mut limited = ExactAnalyzer::new(None, stingy);
        let roughly = limited.analyze_regions(&boards).unwrap();
        for (known, guessed) in exactly.iter().zip(&roughly) {
            let RegionValue::Bounded { lower, upper } = guessed.value else {
                continue;
            };
            bounded += 1;
            let value = known.value.exact().unwrap();
            let games = analyzer.games();
            let [lower, upper] =
                [lower, upper].map(|moves| games.intern_number(Dyadic::from_integer(moves)));
            assert!(games.is_le(lower, value) && games.is_le(value, upper));
        }
        for side in Color::ALL {
            let truth = exact(analyzer.lead(&exactly, side).unwrap());
            let Some(lead) = limited.lead(&roughly, side) else {
                assert_eq!(limited.winner(&roughly, side), None);
                continue;
            };
            decided += 1;
            assert_eq!(lead.winner, truth.0);
            assert_eq!(limited.winner(&roughly, side), Some(truth.0));
            assert!((lead.moves.lower..=lead.moves.upper).contains(&truth.1));
        }
    }
    assert!(bounded > 50 && decided > 50, "{bounded} and {decided}");
}

/// Crowded regions of ten and twelve squares would take hours without a deadline.
#[test]
fn a_deadline_ends_the_analysis_of_hard_boards() {
    let crowded = "x..o#x..o.|....#.....|o..x#o..x.|##########|x..o#x..o.|....#.....|o..x#o..x.|##########|x.o.x.o.x.|.x.o.x.o.o b";
    let board = parse_position(crowded).unwrap();
    let mut analyzer = interactive();
    analyzer.set_deadline(std::time::Instant::now() + std::time::Duration::from_millis(300));
    let regions = analyzer.analyze_regions(&[board]).unwrap();
    assert_eq!(regions.len(), 5);
    let is_rough = |region: &&AnalyzedRegion| region.value.exact().is_none();
    assert!(regions.iter().filter(is_rough).count() > 1);
    assert!(analyzer.analyze_moves(&regions, Color::Black).is_ok());
    assert_eq!(analyzer.lead(&regions, Color::Black), None);
}

#[test]
fn the_start_position_is_undecided() {
    let mut analyzer = interactive();
    let start = Position::standard_start();
    let regions = analyzer.analyze_regions(&[start]).unwrap();
    assert!(regions.len() == 1 && regions[0].value.exact().is_none());
    assert_eq!(analyzer.lead(&regions, Color::White), None);
    assert_eq!(analyzer.hottest(&regions), None);
    let play = analyzer.best_play(&[start], Color::White, &mut || true);
    assert_eq!(play.unwrap(), (Vec::new(), false));
}
