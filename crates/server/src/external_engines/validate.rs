//! Checks of a new external engine.

use std::path::Path;

use crate::dto::error::{ApiError, ErrorReason};
use crate::dto::external_engine::{ExternalEngine, NewExternalEngine};

/// Maximum length of a display name.
const MAX_NAME_CHARS: usize = 100;

/// Maximum number of arguments.
const MAX_ARGUMENTS: usize = 32;

/// Maximum length of an argument.
const MAX_ARGUMENT_CHARS: usize = 4096;

/// Checks the path, arguments and name of an engine. The result has no id yet.
pub(super) fn validate(new: NewExternalEngine) -> Result<ExternalEngine, ApiError> {
    let path = Path::new(&new.path);
    let shown: String = new.path.chars().take(200).collect();
    let reject = |message: &str| ApiError::bad_request(format!("{shown:?} {message}"));
    let not_executable = || ErrorReason::EngineNotExecutable {
        path: shown.clone(),
    };
    if !path.is_absolute() {
        let path = shown.clone();
        return Err(
            reject("must be an absolute path").because(ErrorReason::EnginePathRelative { path })
        );
    }
    // A control character could disguise the path in a terminal or a log.
    if new.path.chars().any(char::is_control) {
        return Err(reject("contains a control character"));
    }
    match path.metadata() {
        Err(error) => {
            let (path, detail) = (shown.clone(), error.to_string());
            return Err(reject(&format!("cannot be found: {error}"))
                .because(ErrorReason::EngineFileNotFound { path, detail }));
        }
        Ok(found) if !found.is_file() => {
            return Err(reject("is not a file").because(not_executable()));
        }
        Ok(found) if !is_executable(&found) => {
            return Err(reject("is not executable").because(not_executable()));
        }
        Ok(_) => {}
    }
    let invalid_arguments = |message: String| {
        let max = MAX_ARGUMENTS;
        ApiError::bad_request(message).because(ErrorReason::EngineArgumentsInvalid { max })
    };
    if new.arguments.len() > MAX_ARGUMENTS {
        let message = format!("an engine has at most {MAX_ARGUMENTS} arguments");
        return Err(invalid_arguments(message));
    }
    let is_invalid = |argument: &String| {
        argument.chars().count() > MAX_ARGUMENT_CHARS || argument.chars().any(char::is_control)
    };
    if new.arguments.iter().any(is_invalid) {
        let message = "an argument is too long or contains a control character";
        return Err(invalid_arguments(message.to_owned()));
    }
    let file_name = || {
        let name = path.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    };
    let given = new.name.as_deref().map(str::trim);
    let given = given.filter(|name| !name.is_empty());
    Ok(ExternalEngine {
        id: 0,
        name: validate_name(&given.map_or_else(file_name, str::to_owned))?,
        protocol: new.protocol,
        arguments: new.arguments,
        path: new.path,
    })
}

/// Trims and checks a display name.
pub(super) fn validate_name(name: &str) -> Result<String, ApiError> {
    let name = name.trim();
    let length = name.chars().count();
    if length == 0 || length > MAX_NAME_CHARS || name.chars().any(char::is_control) {
        let message = format!("an engine name has 1 to {MAX_NAME_CHARS} printable characters");
        let max = MAX_NAME_CHARS;
        return Err(ApiError::bad_request(message).because(ErrorReason::EngineNameInvalid { max }));
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::dto::external_engine::EngineProtocol;

    fn engine(path: &str) -> NewExternalEngine {
        NewExternalEngine {
            path: path.to_owned(),
            arguments: Vec::new(),
            protocol: EngineProtocol::Uci,
            name: None,
        }
    }

    #[test]
    fn only_executable_files_are_accepted() {
        assert_eq!(validate(engine("/bin/sh")).expect("valid").name, "sh");
        for (path, reason) in [
            ("", "absolute path"),
            ("sh", "absolute path"),
            ("./sh", "absolute path"),
            ("/bin/sh -c id", "cannot be found"),
            ("/bin/sh\n", "control character"),
            ("/bin", "is not a file"),
            ("/dev/null", "is not a file"),
            ("/etc/passwd", "is not executable"),
        ] {
            let error = validate(engine(path)).expect_err(path);
            assert!(error.message.contains(reason), "{path:?}: {error:?}");
        }
    }

    #[test]
    fn names_and_arguments_are_short_and_printable() {
        let named = |name: &str| NewExternalEngine {
            name: Some(name.to_owned()),
            ..engine("/bin/sh")
        };
        assert_eq!(validate(named("  Shell ")).expect("valid").name, "Shell");
        assert_eq!(validate(named(" ")).expect("valid").name, "sh");
        validate(named(&"x".repeat(101))).expect_err("too long");
        validate(named("a\u{7}")).expect_err("control character");
        let with_arguments = |arguments| NewExternalEngine {
            arguments,
            ..engine("/bin/sh")
        };
        validate(with_arguments(vec!["a".to_owned(); 33])).expect_err("too many");
        validate(with_arguments(vec!["a\nb".to_owned()])).expect_err("two lines");
    }
}
