//! Builds the web page with Node.js and embeds it in the program. Without Node.js the program gets
//! a placeholder page that says how to build the real one.
//!
//! The page is rebuilt only if `web/` or the results that it shows have changed. Parallel builds
//! share `node_modules`, so they take turns.

use std::env;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;

/// Sources of the page, relative to `web/`.
const SOURCES: [&str; 9] = [
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
    "../docs/results",
];

/// Environment variable with the directory of a page that is already built.
const PREBUILT_PAGE: &str = "THERMODON_PAGE";

/// Extensions of files that are compressed.
const COMPRESSIBLE: [&str; 6] = ["css", "html", "js", "json", "svg", "webmanifest"];

const PLACEHOLDER: &str =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Thermodon</title>
<h1>Thermodon was built without its web page</h1>
<p>Building the page needs Node.js 20 or later with npm. Install them and build the program again:
<code>cargo run --release</code>. The <a href=\"/api/v1/docs\">API</a> works without the page.</p>
</html>
";

fn main() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    // A missing path would make Cargo run this script in every build.
    let sources = SOURCES.iter().map(|source| web.join(source));
    for source in sources.filter(|source| source.exists()) {
        println!("cargo::rerun-if-changed={}", source.display());
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={PREBUILT_PAGE}");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets OUT_DIR"));
    let page = make_page(&web, &out.join("page")).unwrap_or_else(|reason| {
        println!("cargo::warning=The program is built without its web page: {reason}");
        let page = out.join("placeholder");
        fs::create_dir_all(&page).expect("OUT_DIR is writable");
        fs::write(page.join("index.html"), PLACEHOLDER).expect("OUT_DIR is writable");
        page
    });
    write_file_list(&page, &out).expect("OUT_DIR is writable");
}

/// Builds the page in `out`, unless it is built already, and returns its directory. Errors are
/// sentences.
fn make_page(web: &Path, out: &Path) -> Result<PathBuf, String> {
    let page = match env::var_os(PREBUILT_PAGE) {
        Some(prebuilt) => fs::canonicalize(&prebuilt)
            .map_err(|error| format!("cannot read {}: {error}.", prebuilt.display()))?,
        None => {
            build(web, out)?;
            out.to_owned()
        }
    };
    if !page.join("index.html").is_file() {
        return Err("the build has no index.html.".to_owned());
    }
    Ok(page)
}

fn build(web: &Path, out: &Path) -> Result<(), String> {
    if !web.join("package.json").is_file() {
        return Err("the directory web is missing.".to_owned());
    }
    run(web, "node", &["--version"])
        .and_then(|()| run(web, npm(), &["--version"]))
        .map_err(|_| "Node.js 20 or later with npm was not found.".to_owned())?;
    let _lock = lock(web);
    install(web)?;
    let out = out.to_str().ok_or("the path of OUT_DIR is not UTF-8.")?;
    let arguments = ["run", "build", "--", "--outDir", out, "--emptyOutDir"];
    run(web, npm(), &arguments)
}

/// Waits for other builds of the same page. A lock that fails is ignored.
fn lock(web: &Path) -> Option<File> {
    let hash = hash(web.canonicalize().ok()?);
    let name = format!("thermodon-page-{hash:016x}.lock");
    let file = File::create(env::temp_dir().join(name)).ok()?;
    file.lock().ok()?;
    Some(file)
}

/// Installs the npm packages, unless they are newer than the lock file.
fn install(web: &Path) -> Result<(), String> {
    let modified = |file: &str| fs::metadata(web.join(file)).and_then(|file| file.modified());
    let lock_file = modified("package-lock.json")
        .map_err(|error| format!("cannot read package-lock.json: {error}."))?;
    // npm writes this file at the end of an installation.
    if modified("node_modules/.package-lock.json").is_ok_and(|installed| installed >= lock_file) {
        return Ok(());
    }
    run(web, npm(), &["ci", "--no-audit", "--no-fund"])
}

const fn npm() -> &'static str {
    if cfg!(windows) { "npm.cmd" } else { "npm" }
}

/// Runs a program. The error quotes the most informative line of its output.
fn run(directory: &Path, program: &str, arguments: &[&str]) -> Result<(), String> {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(directory)
        .output()
        .map_err(|error| format!("cannot run {program}: {error}."))?;
    if output.status.success() {
        return Ok(());
    }
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    let errors = text
        .lines()
        .filter(|line| line.to_ascii_lowercase().contains("error"));
    let longest = errors.max_by_key(|line| line.len());
    let line = longest.or_else(|| text.lines().last()).unwrap_or_default();
    let arguments = arguments.join(" ");
    Err(format!("`{program} {arguments}` failed: {}", line.trim()))
}

/// Writes the list of all files of the page as Rust code, which the server includes.
fn write_file_list(page: &Path, out: &Path) -> io::Result<()> {
    let mut paths = Vec::new();
    collect_files(page, &mut paths)?;
    paths.sort();
    let mut code = String::from("static FILES: &[File] = &[\n");
    for path in paths {
        let bytes = fs::read(&path)?;
        let hash = hash(&bytes);
        let name = path.strip_prefix(page).unwrap_or(&path).to_string_lossy();
        let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        let gzip = if COMPRESSIBLE.contains(&extension) {
            let gzip = out.join(format!("{hash:016x}.gz"));
            let mut encoder = GzEncoder::new(File::create(&gzip)?, Compression::best());
            encoder.write_all(&bytes)?;
            encoder.finish()?;
            format!("Some(include_bytes!({gzip:?}))")
        } else {
            "None".to_owned()
        };
        code.push_str(&format!(
            "File {{ path: {:?}, etag: {:?}, bytes: include_bytes!({path:?}), gzip: {gzip} }},\n",
            name.replace('\\', "/"),
            format!("\"{hash:016x}\""),
        ));
    }
    code.push_str("];\n");
    fs::write(out.join("files.rs"), code)
}

/// Collects all files below a directory.
fn collect_files(directory: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            collect_files(&path, paths)?;
        } else {
            paths.push(path);
        }
    }
    Ok(())
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
