//! Syntax shared by SGF, Little Golem's files and GGF: `(;NAME[value][value](;…)(;…))`.
//!
//! Parses nodes, property names and values without interpreting them. Variations use an explicit
//! stack, so nesting may be arbitrarily deep, and values are borrowed from the text.

use std::borrow::Cow;
use std::ops::Range;

use super::error::{ParseError, RecordError, RecordErrorKind};
use super::record::Record;

/// A property with unparsed values.
#[derive(Debug)]
pub(super) struct RawProperty<'t> {
    /// The name without lower-case letters, which old files may have: `B` for `Black`.
    pub name: Cow<'t, str>,
    /// Byte offset of the name.
    pub offset: usize,
    /// Indices into `Tree.values`.
    values: Range<usize>,
}

impl RawProperty<'_> {
    pub fn error(&self, kind: RecordErrorKind) -> ParseError {
        ParseError::new(self.offset, kind)
    }
}

#[derive(Debug)]
struct Node {
    parent: usize,
    child_count: usize,
    /// Byte offset of the semicolon.
    offset: usize,
    /// Indices into `Tree.properties`.
    properties: Range<usize>,
}

/// Syntax tree of one game. Nodes are indices in preorder; the root is 0.
#[derive(Debug, Default)]
pub(super) struct Tree<'t> {
    nodes: Vec<Node>,
    properties: Vec<RawProperty<'t>>,
    values: Vec<&'t str>,
}

impl<'t> Tree<'t> {
    /// Number of nodes, at least one.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The parent; the root is its own parent.
    pub fn parent(&self, node: usize) -> usize {
        self.nodes[node].parent
    }

    pub fn child_count(&self, node: usize) -> usize {
        self.nodes[node].child_count
    }

    /// Byte offset of a node's semicolon.
    pub fn offset(&self, node: usize) -> usize {
        self.nodes[node].offset
    }

    pub fn properties(&self, node: usize) -> &[RawProperty<'t>] {
        &self.properties[self.nodes[node].properties.clone()]
    }

    /// The escaped values of a property, at least one.
    pub fn values(&self, property: &RawProperty<'t>) -> &[&'t str] {
        &self.values[property.values.clone()]
    }

    /// The first escaped value of a property.
    pub fn value(&self, property: &RawProperty<'t>) -> &'t str {
        self.values(property).first().copied().unwrap_or("")
    }

    /// The nodes of the main line (first children), from the root.
    pub fn main_line(&self) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(0), |&node| {
            (self.nodes[node].child_count > 0).then_some(node + 1)
        })
    }
}

/// Byte offset of the first game: a parenthesis followed by a semicolon.
pub(super) fn find_game(text: &str) -> Option<usize> {
    text.match_indices('(')
        .map(|(offset, _)| offset)
        .find(|offset| text[offset + 1..].trim_ascii_start().starts_with(';'))
}

/// Names and first values of the properties of the first game, up to the first syntax error. Used
/// to detect the format.
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
                Some(_) if parser.parse_property(&mut tree).is_ok() => continue,
                _ => break,
            }
            parser.offset += 1;
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

/// Parses all games of a text and converts each with `read_game`.
pub(super) fn read_games(
    text: &str,
    read_game: impl Fn(&Tree) -> Result<Record, ParseError>,
) -> Result<Vec<Record>, RecordError> {
    let read_all = || {
        let mut parser = Parser::new(text)?;
        let mut records = Vec::new();
        while let Some(tree) = parser.next_game()? {
            records.push(read_game(&tree)?);
        }
        Ok(records)
    };
    read_all().map_err(|error: ParseError| error.into_record_error(text))
}

/// Parses a text game by game.
pub(super) struct Parser<'t> {
    text: &'t str,
    offset: usize,
}

impl<'t> Parser<'t> {
    /// A parser at the first game; text before it is skipped, as SGF demands.
    pub fn new(text: &'t str) -> Result<Self, ParseError> {
        if u32::try_from(text.len()).is_err() {
            return Err(ParseError::new(0, RecordErrorKind::TooLong(text.len())));
        }
        let expected = "the start of a game, (;";
        let no_game = || ParseError::new(text.len(), RecordErrorKind::UnexpectedEnd { expected });
        let offset = find_game(text).ok_or_else(no_game)?;
        Ok(Self { text, offset })
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.offset).copied()
    }

    fn skip_while(&mut self, is_skipped: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&is_skipped) {
            self.offset += 1;
        }
    }

    fn skip_space(&mut self) {
        self.skip_while(|byte| byte.is_ascii_whitespace());
    }

    fn unexpected(&self, expected: &'static str) -> ParseError {
        // A character boundary: all bytes up to here are ASCII or within values.
        let rest = &self.text[self.offset..];
        ParseError::new(self.offset, RecordErrorKind::unexpected(expected, rest))
    }

    /// The next game; `None` after the last.
    ///
    /// Skips numbers between games: GGF archives contain the number of games.
    pub fn next_game(&mut self) -> Result<Option<Tree<'t>>, ParseError> {
        self.skip_while(|byte| byte.is_ascii_whitespace() || byte.is_ascii_digit());
        match self.peek() {
            None => Ok(None),
            Some(b'(') => self.parse_game().map(Some),
            Some(_) => Err(self.unexpected("another game, (;")),
        }
    }

    fn parse_game(&mut self) -> Result<Tree<'t>, ParseError> {
        let mut tree = Tree::default();
        // For every open parenthesis: its offset, and the node that its variation continues.
        let mut open_variations: Vec<(usize, usize)> = Vec::new();
        let mut current = 0;
        let mut closed_variation = false;
        loop {
            self.skip_space();
            match self.peek() {
                Some(b'(') => {
                    open_variations.push((self.offset, current));
                    self.offset += 1;
                    self.skip_space();
                    if self.peek() != Some(b';') {
                        return Err(self.unexpected("a node, which starts with ;"));
                    }
                    current = self.parse_node(&mut tree, current)?;
                    closed_variation = false;
                }
                Some(b';') if !closed_variation => current = self.parse_node(&mut tree, current)?,
                Some(b')') => {
                    self.offset += 1;
                    closed_variation = true;
                    if let Some((_, branch)) = open_variations.pop() {
                        current = branch;
                    }
                    if open_variations.is_empty() {
                        return Ok(tree);
                    }
                }
                Some(_) if closed_variation => {
                    return Err(self.unexpected("another variation ( or the end )"));
                }
                Some(_) => return Err(self.unexpected("a property, ;, ( or )")),
                None => {
                    let last = open_variations.last();
                    let offset = last.map_or(self.offset, |&(offset, _)| offset);
                    return Err(ParseError::new(offset, RecordErrorKind::Unclosed('(')));
                }
            }
        }
    }

    /// Parses a node from its semicolon and returns its index.
    fn parse_node(&mut self, tree: &mut Tree<'t>, parent: usize) -> Result<usize, ParseError> {
        let offset = self.offset;
        self.offset += 1;
        let node = tree.nodes.len();
        let first_property = tree.properties.len();
        self.skip_space();
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric()) {
            self.parse_property(tree)?;
            self.skip_space();
        }
        tree.nodes.push(Node {
            parent,
            child_count: 0,
            offset,
            properties: first_property..tree.properties.len(),
        });
        if node > 0 {
            tree.nodes[parent].child_count += 1;
        }
        Ok(node)
    }

    fn parse_property(&mut self, tree: &mut Tree<'t>) -> Result<(), ParseError> {
        let offset = self.offset;
        self.skip_while(|byte| byte.is_ascii_alphanumeric());
        let name = strip_lowercase(&self.text[offset..self.offset]);
        if !name.starts_with(|first: char| first.is_ascii_uppercase()) {
            self.offset = offset;
            return Err(self.unexpected("a name in capital letters"));
        }
        let first_value = tree.values.len();
        self.skip_space();
        while self.peek() == Some(b'[') {
            tree.values.push(self.parse_value()?);
            self.skip_space();
        }
        let values = first_value..tree.values.len();
        if values.is_empty() {
            return Err(self.unexpected("a value in brackets, ["));
        }
        tree.properties.push(RawProperty {
            name,
            offset,
            values,
        });
        Ok(())
    }

    /// Parses a bracketed value, in which a backslash escapes the next character. Returns it still
    /// escaped.
    fn parse_value(&mut self) -> Result<&'t str, ParseError> {
        let bracket = self.offset;
        let mut escaped = false;
        let length = self.text[bracket + 1..].bytes().position(|byte| {
            let closes = byte == b']' && !escaped;
            escaped = byte == b'\\' && !escaped;
            closes
        });
        let length = length.ok_or(ParseError::new(bracket, RecordErrorKind::Unclosed('[')))?;
        let end = bracket + 1 + length;
        self.offset = end + 1;
        Ok(&self.text[bracket + 1..end])
    }
}

/// A name without its lower-case letters: `B` for the `Black` of old files.
fn strip_lowercase(name: &str) -> Cow<'_, str> {
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
        let message = |error: ParseError| error.into_record_error(text).to_string();
        let mut parser = Parser::new(text).map_err(message)?;
        let mut games = Vec::new();
        while let Some(game) = parser.next_game().map_err(message)? {
            games.push(game);
        }
        Ok(games)
    }

    #[test]
    fn nodes_variations_and_values_are_parsed() {
        let text = "junk (;FF[4] AB [aa]\n[b\\]b] (;Black[x];W[y])(;B[z]))\n(;)";
        let games = games(text).unwrap();
        assert_eq!(games.len(), 2);
        let tree = &games[0];
        let parents: Vec<_> = (0..tree.len()).map(|node| tree.parent(node)).collect();
        assert_eq!(parents, [0, 0, 1, 0]);
        assert_eq!(tree.main_line().collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!((tree.child_count(0), tree.child_count(3)), (2, 0));
        let [format, stones] = tree.properties(0) else {
            panic!("two properties")
        };
        assert_eq!((&*format.name, tree.value(format)), ("FF", "4"));
        assert_eq!(tree.values(stones), ["aa", "b\\]b"]);
        assert_eq!(tree.properties(1)[0].name, "B");
        assert_eq!(text.as_bytes()[tree.offset(3)], b';');
        assert_eq!(games[1].len(), 1);
    }

    #[test]
    fn properties_are_found_up_to_the_first_error() {
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
    fn deep_nesting_is_parsed() {
        let depth = 1_000_000;
        let text = format!("{}{}", "(;".repeat(depth), ")".repeat(depth));
        assert_eq!(games(&text).unwrap()[0].len(), depth);
        assert!(games(&"(;".repeat(depth)).is_err());
    }
}
