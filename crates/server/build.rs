//! Builds the page with Node, so that the program carries it. Without Node the program is built all the
//! same, with a page that says how to get the real one.
//!
//! Only a change in `web/`, or in the results that it shows, builds it anew. Several builds may run at once: what they share is the folder
//! of Node's packages, which one at a time may touch.

use std::env;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;

/// What the page is made of, seen from `web/`. Node's packages are what the lock file says.
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

/// A folder with a page that is built already.
const READY_MADE: &str = "THERMODON_PAGE";

/// Files that gain by being compressed.
const COMPRESSIBLE: [&str; 6] = ["css", "html", "js", "json", "svg", "webmanifest"];

/// How the names of compressed files end.
const COMPRESSED: &str = "gz";

/// The page of a program without a page.
const PLACEHOLDER: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Thermodon</title>
<h1>Thermodon was built without its page</h1>
<p>The page is built with Node.js. Install Node.js 20 or later with npm, and build the program again:
<code>cargo run --release</code>. The server itself works: <a href=\"/api/v1/docs\">its API</a>.</p>
</html>
";

fn main() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    // One that is not there would make every build begin anew.
    for source in SOURCES
        .into_iter()
        .filter(|source| web.join(source).exists())
    {
        println!("cargo::rerun-if-changed={}", web.join(source).display());
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={READY_MADE}");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo says where to write"));
    let (page, list) = (out.join("page"), out.join("page.rs"));
    if let Err(reason) = make_page(&web, &page) {
        println!("cargo::warning=The program is built without its page: {reason}");
        // What an earlier build left may be half of a page.
        let _ = fs::remove_dir_all(&page);
        fs::create_dir_all(&page).expect("Cargo's folder can be written");
        fs::write(page.join("index.html"), PLACEHOLDER).expect("Cargo's folder can be written");
    }
    write_list(&page, &list).expect("Cargo's folder can be written");
}

/// Makes the page in the folder `out`; the error is a sentence.
fn make_page(web: &Path, out: &Path) -> Result<(), String> {
    if let Some(ready) = env::var_os(READY_MADE) {
        let ready = PathBuf::from(ready);
        let cannot = |error| format!("{} cannot be copied: {error}.", ready.display());
        let _ = fs::remove_dir_all(out);
        copy_folder(&ready, out).map_err(cannot)?;
    } else {
        build(web, out)?;
    }
    if !out.join("index.html").is_file() {
        return Err("what was built has no index.html.".to_owned());
    }
    Ok(())
}

fn build(web: &Path, out: &Path) -> Result<(), String> {
    if !web.join("package.json").is_file() {
        return Err("there is no folder web beside the folder server.".to_owned());
    }
    run(web, "node", &["--version"])
        .and_then(|()| run(web, npm(), &["--version"]))
        .map_err(|_| "it needs Node.js 20 or later with npm, which are not found.".to_owned())?;
    // Held until the end of this function.
    let _lock = lock(web);
    install(web)?;
    let out = out
        .to_str()
        .ok_or("the path of Cargo's folder is no text.")?;
    let arguments = ["run", "build", "--", "--outDir", out, "--emptyOutDir"];
    run(web, npm(), &arguments)
}

/// Waits until nobody else builds the same page. A lock that cannot be had is done without.
fn lock(web: &Path) -> Option<File> {
    let name = format!(
        "thermodon-page-{:016x}.lock",
        hash(web.canonicalize().ok()?)
    );
    let file = File::create(env::temp_dir().join(name)).ok()?;
    file.lock().ok()?;
    Some(file)
}

/// Installs Node's packages, unless they were installed since the lock file last changed.
fn install(web: &Path) -> Result<(), String> {
    let changed = |file: &str| fs::metadata(web.join(file)).and_then(|file| file.modified());
    let wanted = changed("package-lock.json");
    let wanted = wanted.map_err(|error| format!("package-lock.json cannot be read: {error}."))?;
    // What npm writes when all is there.
    if changed("node_modules/.package-lock.json").is_ok_and(|installed| installed >= wanted) {
        return Ok(());
    }
    run(web, npm(), &["ci", "--no-audit", "--no-fund"])
}

const fn npm() -> &'static str {
    if cfg!(windows) { "npm.cmd" } else { "npm" }
}

/// Runs a program; the error says what it said.
fn run(folder: &Path, program: &str, arguments: &[&str]) -> Result<(), String> {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .output()
        .map_err(|error| format!("{program} cannot be run: {error}."))?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    // The longest is the one that tells most.
    let errors = said
        .lines()
        .filter(|line| line.to_ascii_lowercase().contains("error"));
    let telling = errors.max_by_key(|line| line.len());
    let said = telling
        .or_else(|| said.lines().last())
        .unwrap_or("nothing")
        .trim();
    Err(format!(
        "`{program} {}` failed and said: {said}",
        arguments.join(" ")
    ))
}

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Writes a list of all files of the page, as code that the program includes.
fn write_list(page: &Path, list: &Path) -> io::Result<()> {
    let mut paths = Vec::new();
    collect(page, &mut paths)?;
    paths.sort();
    let mut code = String::from("static PAGE: &[File] = &[\n");
    for path in paths {
        let bytes = fs::read(&path)?;
        let name = path.strip_prefix(page).unwrap_or(&path).to_string_lossy();
        let compressed = match compress(&path, &bytes)? {
            Some(compressed) => format!("Some(include_bytes!({compressed:?}))"),
            None => "None".to_owned(),
        };
        code.push_str(&format!(
            "File {{ path: {:?}, etag: {:?}, bytes: include_bytes!({path:?}), compressed: {compressed} }},\n",
            name.replace('\\', "/"),
            format!("\"{:016x}\"", hash(&bytes)),
        ));
    }
    code.push_str("];\n");
    fs::write(list, code)
}

/// All files below a folder.
fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, paths)?;
        } else if path.extension() != Some(OsStr::new(COMPRESSED)) {
            paths.push(path);
        }
    }
    Ok(())
}

/// Puts a compressed file beside one that gains by it.
fn compress(path: &Path, bytes: &[u8]) -> io::Result<Option<PathBuf>> {
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    if !COMPRESSIBLE.contains(&extension) {
        return Ok(None);
    }
    let compressed = path.with_extension(format!("{extension}.{COMPRESSED}"));
    let mut encoder = GzEncoder::new(File::create(&compressed)?, Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()?;
    Ok(Some(compressed))
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
