//! Canonical forms: removes dominated options and bypasses reversible ones.

use crate::interner::{FormInterner, GameValue, Player};
use crate::order::OrderCache;

/// The options of both players during simplification.
struct OptionSets<'a> {
    forms: &'a FormInterner,
    order: &'a mut OrderCache,
    /// By player.
    options: [Vec<GameValue>; 2],
    /// Comparisons of this game: the other game, the player, and whether this game is at least as
    /// good for them. They stay valid, since simplification does not change the value.
    comparisons: Vec<(GameValue, Player, bool)>,
}

impl OrderCache {
    /// Left's and Right's options of the canonical form of `{left|right}`, sorted for
    /// [`FormInterner::intern`].
    #[must_use]
    pub fn canonical_options(
        &mut self,
        forms: &FormInterner,
        left: &[GameValue],
        right: &[GameValue],
    ) -> [Vec<GameValue>; 2] {
        let mut sets = OptionSets {
            forms,
            order: self,
            options: [left.to_vec(), right.to_vec()],
            comparisons: Vec::new(),
        };
        sets.remove_dominated();
        while sets.bypass_reversible() {
            sets.remove_dominated();
        }
        sets.options
    }

    /// Removes the dominated options of a player and sorts the rest.
    pub fn remove_dominated(
        &mut self,
        forms: &FormInterner,
        player: Player,
        options: &mut Vec<GameValue>,
    ) {
        options.sort_unstable();
        options.dedup();
        let mut kept = 0;
        'options: for index in 0..options.len() {
            let option = options[index];
            let mut other = 0;
            while other < kept {
                let rival = options[other];
                if self.is_as_good(forms, player, rival, option) {
                    continue 'options;
                }
                if self.is_as_good(forms, player, option, rival) {
                    kept -= 1;
                    options.copy_within(other + 1..=kept, other);
                } else {
                    other += 1;
                }
            }
            options[kept] = option;
            kept += 1;
        }
        options.truncate(kept);
    }

    /// Whether `first` is at least as good as `second` for a player.
    fn is_as_good(
        &mut self,
        forms: &FormInterner,
        player: Player,
        first: GameValue,
        second: GameValue,
    ) -> bool {
        match player {
            Player::Left => self.is_le(forms, second, first),
            Player::Right => self.is_le(forms, first, second),
        }
    }
}

impl OptionSets<'_> {
    fn remove_dominated(&mut self) {
        for (player, options) in Player::BOTH.into_iter().zip(&mut self.options) {
            self.order.remove_dominated(self.forms, player, options);
        }
    }

    /// Bypasses one reversible option; returns whether there was one.
    fn bypass_reversible(&mut self) -> bool {
        let forms = self.forms;
        for player in Player::BOTH {
            for index in 0..self.options[player as usize].len() {
                let option = self.options[player as usize][index];
                for &answer in forms.options(option, !player) {
                    if self.is_as_good_as(answer, player) {
                        let options = &mut self.options[player as usize];
                        options.swap_remove(index);
                        options.extend_from_slice(forms.options(answer, player));
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether this game is at least as good as `other` for a player.
    fn is_as_good_as(&mut self, other: GameValue, player: Player) -> bool {
        let mut known = self.comparisons.iter();
        if let Some(&(_, _, answer)) = known.find(|known| (known.0, known.1) == (other, player)) {
            return answer;
        }
        let forms = self.forms;
        let answer = !(0..self.options[!player as usize].len()).any(|index| {
            let option = self.options[!player as usize][index];
            self.order.is_as_good(forms, !player, option, other)
        }) && !forms
            .options(other, player)
            .iter()
            .any(|&option| self.is_as_good_as(option, !player));
        self.comparisons.push((other, player, answer));
        answer
    }
}
