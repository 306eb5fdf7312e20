//! The brackets that SGF, Little Golem's files and GGF share: `(;NAME[value][value](;…)(;…))`.
//!
//! This module knows parentheses, semicolons, names and bracketed values, and nothing of what
//! they mean. Variations are kept on a stack of its own, so that no depth of nesting is too deep,
//! and values are borrowed from the text, so that a large file costs little more than itself.

use std::borrow::Cow;
use std::ops::Range;

use super::error::{Fault, Problem};

/// A property as it stands in the text.
#[derive(Debug)]
pub(super) struct RawProperty<'t> {
    /// The name, without the small letters that older files put between the capitals.
    pub name: Cow<'t, str>,
    /// The byte at which the name starts.
    pub at: usize,
    values: Range<usize>,
}

#[derive(Debug)]
struct Node {
    parent: usize,
    children: usize,
    at: usize,
    properties: Range<usize>,
}

/// One game: its nodes in the order of the text, which puts every node right before its first
/// child.
#[derive(Debug, Default)]
pub(super) struct Tree<'t> {
    nodes: Vec<Node>,
    properties: Vec<RawProperty<'t>>,
    values: Vec<&'t str>,
}

impl<'t> Tree<'t> {
    /// The number of nodes, at least one.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The node before; the root is its own parent.
    pub fn parent(&self, node: usize) -> usize {
        self.nodes[node].parent
    }

    /// How many continuations a node has.
    pub fn children(&self, node: usize) -> usize {
        self.nodes[node].children
    }

    /// The byte of a node's semicolon.
    pub fn at(&self, node: usize) -> usize {
        self.nodes[node].at
    }

    /// The properties of a node, in order.
    pub fn properties(&self, node: usize) -> &[RawProperty<'t>] {
        &self.properties[self.nodes[node].properties.clone()]
    }

    /// The values of a property, as they stand between the brackets; at least one.
    pub fn values(&self, property: &RawProperty<'t>) -> &[&'t str] {
        &self.values[property.values.clone()]
    }

    /// The first value of a property.
    pub fn value(&self, property: &RawProperty<'t>) -> &'t str {
        self.values(property).first().copied().unwrap_or("")
    }

    /// The nodes of the main line, from the root.
    pub fn main_line(&self) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(0), |&node| {
            (self.nodes[node].children > 0).then_some(node + 1)
        })
    }
}

/// Where the first game starts: a parenthesis with a semicolon behind it.
pub(super) fn find_game(text: &str) -> Option<usize> {
    text.match_indices('(')
        .map(|(at, _)| at)
        .find(|at| text[at + 1..].trim_ascii_start().starts_with(';'))
}

/// The names and first values of the properties of the first game, as far as they can be read:
/// enough to tell what kind of file it is.
pub(super) fn properties_of_first_game(text: &str) -> Vec<(Cow<'_, str>, &str)> {
    let mut tree = Tree::default();
    if let Ok(mut parser) = Parser::new(text) {
        let mut depth = 0_usize;
        loop {
            parser.skip_space();
            match parser.peek() {
                Some(b'(') => depth += 1,
                Some(b')') if depth > 1 => depth -= 1,
                Some(b';') => {}
                Some(_) if parser.property(&mut tree).is_ok() => continue,
                _ => break,
            }
            parser.at += 1;
        }
    }
    let Tree {
        properties, values, ..
    } = tree;
    properties
        .into_iter()
        .map(|property| (property.name, values[property.values.start]))
        .collect()
}

/// Reads one game after the other.
pub(super) struct Parser<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Parser<'t> {
    /// A parser before the first game; what stands in front of that is skipped, as SGF demands.
    pub fn new(text: &'t str) -> Result<Self, Fault> {
        if u32::try_from(text.len()).is_err() {
            return Err(Fault::new(0, Problem::TooLong(text.len())));
        }
        let expected = "the start of a game, (;";
        let at = find_game(text).ok_or(Fault::new(text.len(), Problem::Ends { expected }))?;
        Ok(Self { text, at })
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_while(&mut self, skips: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&skips) {
            self.at += 1;
        }
    }

    fn skip_space(&mut self) {
        self.skip_while(|byte| byte.is_ascii_whitespace());
    }

    /// The fault of finding something else than `expected` here.
    fn unexpected(&self, expected: &'static str) -> Fault {
        // Every byte up to here was ASCII or the end of a value: this is a boundary.
        let found = self
            .text
            .get(self.at..)
            .and_then(|rest| rest.chars().next());
        let problem = match found {
            Some(found) => Problem::Unexpected { expected, found },
            None => Problem::Ends { expected },
        };
        Fault::new(self.at, problem)
    }

    /// The next game; `None` after the last.
    ///
    /// Between games a number may stand: GGF archives put the number of games before them.
    pub fn next_game(&mut self) -> Result<Option<Tree<'t>>, Fault> {
        self.skip_while(|byte| byte.is_ascii_whitespace() || byte.is_ascii_digit());
        match self.peek() {
            None => Ok(None),
            Some(b'(') => self.game().map(Some),
            Some(_) => Err(self.unexpected("another game, (;")),
        }
    }

    fn game(&mut self) -> Result<Tree<'t>, Fault> {
        let mut tree = Tree::default();
        // For every open parenthesis: its byte, and the node that its variation continues.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut current = 0;
        let mut closed_variation = false;
        loop {
            self.skip_space();
            match self.peek() {
                Some(b'(') => {
                    open.push((self.at, current));
                    self.at += 1;
                    self.skip_space();
                    if self.peek() != Some(b';') {
                        return Err(self.unexpected("a node, which starts with ;"));
                    }
                    current = self.node(&mut tree, current)?;
                    closed_variation = false;
                }
                Some(b';') if !closed_variation => current = self.node(&mut tree, current)?,
                Some(b')') => {
                    self.at += 1;
                    closed_variation = true;
                    if let Some((_, branch)) = open.pop() {
                        current = branch;
                    }
                    if open.is_empty() {
                        return Ok(tree);
                    }
                }
                Some(_) if closed_variation => {
                    return Err(self.unexpected("another variation ( or the end )"));
                }
                Some(_) => return Err(self.unexpected("a property, ;, ( or )")),
                None => {
                    let at = open.last().map_or(self.at, |&(at, _)| at);
                    return Err(Fault::new(at, Problem::NeverClosed('(')));
                }
            }
        }
    }

    /// Reads a node, from its semicolon on.
    fn node(&mut self, tree: &mut Tree<'t>, parent: usize) -> Result<usize, Fault> {
        let at = self.at;
        self.at += 1;
        let id = tree.nodes.len();
        let first_property = tree.properties.len();
        self.skip_space();
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric()) {
            self.property(tree)?;
            self.skip_space();
        }
        tree.nodes.push(Node {
            parent,
            children: 0,
            at,
            properties: first_property..tree.properties.len(),
        });
        if id > 0 {
            tree.nodes[parent].children += 1;
        }
        Ok(id)
    }

    fn property(&mut self, tree: &mut Tree<'t>) -> Result<(), Fault> {
        let at = self.at;
        self.skip_while(|byte| byte.is_ascii_alphanumeric());
        let name = capitals(&self.text[at..self.at]);
        if !name.starts_with(|first: char| first.is_ascii_uppercase()) {
            self.at = at;
            return Err(self.unexpected("a name in capital letters"));
        }
        let first_value = tree.values.len();
        self.skip_space();
        while self.peek() == Some(b'[') {
            tree.values.push(self.value()?);
            self.skip_space();
        }
        let values = first_value..tree.values.len();
        if values.is_empty() {
            return Err(self.unexpected("a value in brackets, ["));
        }
        tree.properties.push(RawProperty { name, at, values });
        Ok(())
    }

    /// Reads what stands between two brackets; a backslash hides the bracket behind it.
    fn value(&mut self) -> Result<&'t str, Fault> {
        let bracket = self.at;
        let mut hidden = false;
        let length = self.text[bracket + 1..].bytes().position(|byte| {
            let closes = byte == b']' && !hidden;
            hidden = byte == b'\\' && !hidden;
            closes
        });
        let length = length.ok_or(Fault::new(bracket, Problem::NeverClosed('[')))?;
        let end = bracket + 1 + length;
        self.at = end + 1;
        Ok(&self.text[bracket + 1..end])
    }
}

/// A name without its small letters: `B` for the `Black` of the oldest files.
fn capitals(name: &str) -> Cow<'_, str> {
    if name.bytes().any(|byte| byte.is_ascii_lowercase()) {
        Cow::Owned(name.replace(|letter: char| letter.is_ascii_lowercase(), ""))
    } else {
        Cow::Borrowed(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &str) -> Result<Vec<Tree<'_>>, String> {
        let said = |fault: Fault| fault.locate(text).to_string();
        let mut parser = Parser::new(text).map_err(said)?;
        let mut games = Vec::new();
        while let Some(game) = parser.next_game().map_err(said)? {
            games.push(game);
        }
        Ok(games)
    }

    #[test]
    fn nodes_variations_and_values_are_read() {
        let text = "junk (;FF[4] AB [aa]\n[b\\]b] (;Black[x];W[y])(;B[z]))\n(;)";
        let games = games(text).unwrap();
        assert_eq!(games.len(), 2);
        let tree = &games[0];
        let parents: Vec<_> = (0..tree.len()).map(|node| tree.parent(node)).collect();
        assert_eq!(parents, [0, 0, 1, 0]);
        assert_eq!(tree.main_line().collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!((tree.children(0), tree.children(3)), (2, 0));
        let [format, stones] = tree.properties(0) else {
            panic!("two properties")
        };
        assert_eq!((&*format.name, tree.value(format)), ("FF", "4"));
        assert_eq!(tree.values(stones), ["aa", "b\\]b"]);
        assert_eq!(tree.properties(1)[0].name, "B");
        assert_eq!(text.as_bytes()[tree.at(3)], b';');
        assert_eq!(games[1].len(), 1);
    }

    #[test]
    fn properties_are_found_as_far_as_they_can_be_read() {
        let names = |text| -> String {
            let properties = properties_of_first_game(text).into_iter();
            properties
                .map(|(name, value)| format!("{name}={value} "))
                .collect()
        };
        assert_eq!(names("(;A[1][2](;B[3])(;C[4]))(;D[5])"), "A=1 B=3 C=4 ");
        assert_eq!(names("(;A[1] ?B[3])"), "A=1 ");
        assert_eq!(names("no game"), "");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let said = |text| games(text).unwrap_err();
        for (text, error) in [
            (
                "",
                "line 1, column 1: the text ends where the start of a game, (; is expected",
            ),
            (
                "(",
                "line 1, column 2: the text ends where the start of a game, (; is expected",
            ),
            ("(;", "line 1, column 1: the '(' here is never closed"),
            (
                "(;A[x](;B[y])",
                "line 1, column 1: the '(' here is never closed",
            ),
            (
                "(;A[x]((;B[y])))",
                "line 1, column 8: expected a node, which starts with ;, not '('",
            ),
            ("(;A[x\\]", "line 1, column 4: the '[' here is never closed"),
            (
                "(;A)",
                "line 1, column 4: expected a value in brackets, [, not ')'",
            ),
            (
                "(;a[x])",
                "line 1, column 3: expected a name in capital letters, not 'a'",
            ),
            (
                "(;1[x])",
                "line 1, column 3: expected a name in capital letters, not '1'",
            ),
            (
                "(;\né[x])",
                "line 2, column 1: expected a property, ;, ( or ), not 'é'",
            ),
            (
                "(;(;);)",
                "line 1, column 6: expected another variation ( or the end ), not ';'",
            ),
            (
                "(;) x",
                "line 1, column 5: expected another game, (;, not 'x'",
            ),
            (
                "(;))",
                "line 1, column 4: expected another game, (;, not ')'",
            ),
        ] {
            assert_eq!(said(text), error, "{text}");
        }
    }

    #[test]
    fn no_nesting_is_too_deep() {
        let depth = 1_000_000;
        let text = format!("{}{}", "(;".repeat(depth), ")".repeat(depth));
        assert_eq!(games(&text).unwrap()[0].len(), depth);
        assert!(games(&"(;".repeat(depth)).is_err());
    }
}
