//! Splitting a command line into words, the way shells do it.

use thiserror::Error;

/// A quotation mark without its partner.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the {0} in {1:?} is never closed")]
pub struct UnclosedQuote(pub char, pub String);

/// Splits at every character that `is_separator`, except between single or double quotation marks.
/// The marks are taken off if `unquote`; runs of separators count as one only with it.
///
/// # Errors
/// If a quotation mark has no partner.
pub fn split_words(
    text: &str,
    is_separator: impl Fn(char) -> bool,
    unquote: bool,
) -> Result<Vec<String>, UnclosedQuote> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut open = None;
    for character in text.chars() {
        match open {
            None if is_separator(character) => {
                if unquote {
                    words.extend(word.take());
                } else {
                    words.push(word.take().unwrap_or_default());
                }
                continue;
            }
            None if matches!(character, '"' | '\'') => open = Some(character),
            Some(mark) if mark == character => open = None,
            _ => {
                word.get_or_insert_default().push(character);
                continue;
            }
        }
        // A quotation mark: even with nothing between the two there is a word.
        let word = word.get_or_insert_default();
        if !unquote {
            word.push(character);
        }
    }
    if let Some(mark) = open {
        return Err(UnclosedQuote(mark, text.to_owned()));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_in_a_shell() {
        let split = |text| split_words(text, char::is_whitespace, true);
        assert_eq!(
            split("  a  b\tc "),
            Ok(vec!["a".into(), "b".into(), "c".into()])
        );
        assert_eq!(
            split(r#"a "b c" 'd "e' f"#).unwrap(),
            ["a", "b c", "d \"e", "f"]
        );
        assert_eq!(split(r#"a"b c"d '' e"#).unwrap(), ["ab cd", "", "e"]);
        assert_eq!(split("").unwrap(), Vec::<String>::new());
        assert_eq!(split("a 'b"), Err(UnclosedQuote('\'', "a 'b".into())));
    }

    #[test]
    fn fields_keep_their_quotation_marks() {
        let split = |text| split_words(text, |character| character == ',', false);
        assert_eq!(
            split(r#"name=a,cmd=x "b, c",,d"#).unwrap(),
            ["name=a", r#"cmd=x "b, c""#, "", "d"]
        );
    }
}
