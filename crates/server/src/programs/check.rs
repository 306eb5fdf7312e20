//! What a program to be added may be.

use std::path::Path;

use crate::dto::problem::Refusal;
use crate::dto::program::{NewProgram, Program};

/// A name has so many characters at most.
const LONGEST_NAME: usize = 100;

/// So many arguments, each of so many characters, are more than any engine wants.
const MOST_ARGUMENTS: usize = 32;
const LONGEST_ARGUMENT: usize = 4096;

/// The program, not yet under a number, if its words make sense and its file can be run.
pub(super) fn check(new: NewProgram) -> Result<Program, Refusal> {
    let path = Path::new(&new.path);
    let refuse = |why: &str| {
        let shown: String = new.path.chars().take(200).collect();
        Err(Refusal::bad_request(format!("{shown:?} {why}")))
    };
    if !path.is_absolute() {
        return refuse("is no whole path: it must begin at the root");
    }
    // A name that means something else to a terminal or a log than it shows is nothing that people have.
    if new.path.chars().any(char::is_control) {
        return refuse("holds a character that cannot be seen");
    }
    match path.metadata() {
        Err(error) => return refuse(&format!("cannot be found: {error}")),
        Ok(found) if !found.is_file() => return refuse("is no file"),
        Ok(found) if !is_executable(&found) => return refuse("is no program: it cannot be run"),
        Ok(_) => {}
    }
    if new.arguments.len() > MOST_ARGUMENTS {
        let sentence = format!("an engine is started with {MOST_ARGUMENTS} arguments at most");
        return Err(Refusal::bad_request(sentence));
    }
    let is_odd = |argument: &String| {
        argument.chars().count() > LONGEST_ARGUMENT || argument.chars().any(char::is_control)
    };
    if new.arguments.iter().any(is_odd) {
        let sentence = "an argument is too long, or holds a character that cannot be seen";
        return Err(Refusal::bad_request(sentence));
    }
    let own = || {
        let name = path.file_name();
        name.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    };
    let given = new.name.as_deref().map(str::trim);
    let given = given.filter(|name| !name.is_empty());
    Ok(Program {
        id: 0,
        name: name(&given.map_or_else(own, str::to_owned))?,
        protocol: new.protocol,
        arguments: new.arguments,
        path: new.path,
    })
}

/// A name that can be shown.
pub(super) fn name(name: &str) -> Result<String, Refusal> {
    let name = name.trim();
    let length = name.chars().count();
    if length == 0 || length > LONGEST_NAME || name.chars().any(char::is_control) {
        let sentence = format!(
            "the name of an engine has 1 to {LONGEST_NAME} characters, all of which can be seen"
        );
        return Err(Refusal::bad_request(sentence));
    }
    Ok(name.to_owned())
}

#[cfg(unix)]
fn is_executable(file: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &std::fs::Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dto::program::Protocol;

    fn new(path: &str) -> NewProgram {
        NewProgram {
            path: path.to_owned(),
            arguments: Vec::new(),
            protocol: Protocol::Uci,
            name: None,
        }
    }

    #[cfg(unix)]
    #[test]
    fn only_files_that_can_be_run_are_taken() {
        assert_eq!(check(new("/bin/sh")).expect("a program").name, "sh");
        for (path, said) in [
            ("", "no whole path"),
            ("sh", "no whole path"),
            ("./sh", "no whole path"),
            ("/bin/sh -c id", "cannot be found"),
            ("/bin/sh\n", "cannot be seen"),
            ("/bin", "is no file"),
            ("/dev/null", "is no file"),
            ("/etc/passwd", "cannot be run"),
        ] {
            let refusal = check(new(path)).expect_err(path);
            assert!(
                refusal.sentence.contains(said),
                "{path:?}: {}",
                refusal.sentence
            );
        }
    }

    #[cfg(unix)]
    #[test]
    fn names_and_arguments_can_be_seen() {
        let named = |name: &str| NewProgram {
            name: Some(name.to_owned()),
            ..new("/bin/sh")
        };
        assert_eq!(check(named("  Shell ")).expect("a name").name, "Shell");
        assert_eq!(check(named(" ")).expect("its own").name, "sh");
        check(named(&"x".repeat(101))).expect_err("too long");
        check(named("a\u{7}")).expect_err("a bell");
        let mut many = new("/bin/sh");
        many.arguments = vec!["a".to_owned(); 33];
        check(many).expect_err("too many");
        let mut odd = new("/bin/sh");
        odd.arguments = vec!["a\nb".to_owned()];
        check(odd).expect_err("two lines");
    }
}
