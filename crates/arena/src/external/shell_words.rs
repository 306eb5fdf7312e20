//! Splits a command line into words, as a shell does.

use thiserror::Error;

/// Error of [`split_words`]: an unclosed quotation mark.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unclosed {0} in {1:?}")]
pub struct UnclosedQuoteError(pub char, pub String);

/// Splits at separators, except between single or double quotation marks. With `unquote`, removes
/// the marks and treats a run of separators as one.
///
/// # Errors
/// If a quotation mark is not closed.
pub fn split_words(
    text: &str,
    is_separator: impl Fn(char) -> bool,
    unquote: bool,
) -> Result<Vec<String>, UnclosedQuoteError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut open_quote = None;
    for character in text.chars() {
        match open_quote {
            None if is_separator(character) => {
                if unquote {
                    words.extend(word.take());
                } else {
                    words.push(word.take().unwrap_or_default());
                }
                continue;
            }
            None if matches!(character, '"' | '\'') => open_quote = Some(character),
            Some(mark) if mark == character => open_quote = None,
            _ => {
                word.get_or_insert_default().push(character);
                continue;
            }
        }
        // Empty quotes make an empty word.
        let word = word.get_or_insert_default();
        if !unquote {
            word.push(character);
        }
    }
    if let Some(mark) = open_quote {
        return Err(UnclosedQuoteError(mark, text.to_owned()));
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
        assert_eq!(split("a 'b"), Err(UnclosedQuoteError('\'', "a 'b".into())));
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
