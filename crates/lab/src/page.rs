//! All that was run, on one page that needs nothing else.

use std::path::Path;

use crate::catalogue;
use crate::date;
use crate::experiment::About;
use crate::findings::{Findings, Table};
use crate::notebook::{self, LabError, Results};

/// The page of all experiments whose results are below that folder, and how many they are.
///
/// # Errors
/// If results that are there cannot be read.
pub fn write(folder: &Path) -> Result<(String, usize), LabError> {
    let mut sections = String::new();
    let mut contents = String::new();
    let mut count = 0;
    for entry in catalogue::ALL {
        let about = entry.about();
        let Some(results) = notebook::read(&folder.join(about.id), *entry)? else {
            continue;
        };
        let findings = results.findings(*entry)?;
        count += 1;
        contents += &format!(
            "<li><a href=\"#{id}\">{title}</a> <code>{id}</code></li>\n",
            id = about.id,
            title = escape(about.title)
        );
        sections += &section(&about, &results, &findings);
    }
    if count == 0 {
        sections = "<p>Nothing was run yet.</p>\n".to_owned();
    }
    let page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>Thermodon: experiments</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>Experiments</h1>\n\
         <p>What the papers measured, measured again by Thermodon {version}. Numbers of ours come with the \
         interval that holds the true value in 95 of 100 cases; the papers' columns are shaded.</p>\n\
         <nav><ol>\n{contents}</ol></nav>\n</header>\n<main>\n{sections}</main>\n\
         <footer>Written {now} by <code>thermodon lab report</code>.</footer>\n</body>\n</html>\n",
        version = env!("CARGO_PKG_VERSION"),
        now = date::now()
    );
    Ok((page, count))
}

fn section(about: &About, results: &Results, findings: &Findings) -> String {
    let mut html = format!(
        "<section id=\"{}\">\n<h2>{}</h2>\n<p>{}</p>\n<p class=\"paper\">Paper: {}.</p>\n",
        about.id,
        escape(about.title),
        escape(about.shows),
        escape(about.paper.trim_end_matches('.'))
    );
    if !results.is_complete() {
        html += &format!(
            "<p class=\"warning\">Not complete: {} of {} units are there.</p>\n",
            results.units.len(),
            results.total
        );
    }
    html.extend(findings.tables.iter().map(table));
    for (name, figure) in &findings.figures {
        html += &format!(
            "<figure id=\"{}/{name}\">\n{}</figure>\n",
            about.id,
            figure.to_svg()
        );
    }
    html + &provenance(results) + "</section>\n"
}

fn table(table: &Table) -> String {
    let class = |column: usize| {
        let is_paper = table
            .columns
            .get(column)
            .is_some_and(|column| column.is_paper);
        match (table.is_number(column), is_paper) {
            (true, true) => " class=\"number theirs\"",
            (true, false) => " class=\"number\"",
            (false, true) => " class=\"theirs\"",
            (false, false) => "",
        }
    };
    let mut html = format!(
        "<h3>{}</h3>\n<div class=\"wide\"><table>\n<thead><tr>",
        escape(&table.title)
    );
    for (index, column) in table.columns.iter().enumerate() {
        html += &format!(
            "<th scope=\"col\"{}>{}</th>",
            class(index),
            escape(&column.name)
        );
    }
    html += "</tr></thead>\n<tbody>\n";
    for row in &table.rows {
        html += "<tr>";
        for (index, cell) in row.iter().enumerate() {
            html += &format!("<td{}>{}</td>", class(index), escape(&cell.text()));
        }
        html += "</tr>\n";
    }
    html += "</tbody></table></div>\n";
    if !table.note.is_empty() {
        html += &format!("<p class=\"note\">{}</p>\n", escape(&table.note));
    }
    html
}

/// Where the numbers come from: enough to get them again.
fn provenance(results: &Results) -> String {
    let heading = &results.heading;
    let lines = [
        (
            "Command",
            format!("<code>{}</code>", escape(&heading.command)),
        ),
        ("Begun", escape(&heading.begun)),
        ("Version", escape(&heading.run.version)),
        ("Scale", heading.run.scale.to_string()),
        ("Seed", heading.run.seed.to_string()),
        (
            "Units",
            format!("{} of {}", results.units.len(), results.total),
        ),
        ("Computing time", format!("{:.0} s", results.seconds)),
        (
            "Settings",
            format!("<code>{}</code>", escape(&heading.run.settings.to_string())),
        ),
    ];
    let lines: String = lines
        .iter()
        .map(|(name, value)| format!("<dt>{name}</dt><dd>{value}</dd>\n"))
        .collect();
    format!("<details><summary>Where this comes from</summary>\n<dl>\n{lines}</dl></details>\n")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

const STYLE: &str = "\
:root{--ground:#fff;--ink:#1c2126;--quiet:#59626b;--line:#e0e4e8;--shade:#f4f1e8;--link:#1f5fa0;--alarm:#b3362b}\
@media(prefers-color-scheme:dark){:root{--ground:#16191d;--ink:#e8eaed;--quiet:#a6afb8;--line:#333a41;\
--shade:#2a271d;--link:#74b3f2;--alarm:#f08478}}\
*{box-sizing:border-box}\
body{margin:0 auto;max-width:60rem;padding:1.5rem 1rem 4rem;background:var(--ground);color:var(--ink);\
font:1rem/1.55 system-ui,sans-serif}\
h1{font-size:1.9rem;margin:.5rem 0}h2{margin:3rem 0 .5rem;padding-top:1rem;border-top:1px solid var(--line)}\
h3{margin:2rem 0 .5rem;font-size:1.05rem}a{color:var(--link)}code{font-size:.9em;overflow-wrap:anywhere}\
.paper,.note,footer,details{color:var(--quiet);font-size:.92rem}.warning{color:var(--alarm);font-weight:600}\
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.92rem;font-variant-numeric:tabular-nums}\
th,td{padding:.35rem .8rem;text-align:left;border-bottom:1px solid var(--line);white-space:nowrap}\
th{vertical-align:bottom;white-space:normal}th:first-child,td:first-child{padding-left:0}\
.number{text-align:right}.theirs{background:var(--shade)}\
figure{margin:1.5rem 0;overflow-x:auto}figure svg{display:block;width:100%;min-width:34rem;height:auto}\
summary{cursor:pointer}dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dd{margin:0}\
footer{margin-top:3rem}";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Cell;

    #[test]
    fn tables_are_written_with_the_paper_s_columns_apart() {
        let mut written = Table::new("a < b", &["what", "paper", "ours"], "");
        written
            .rows
            .push(vec!["x & y".into(), Cell::Count(479), Cell::Unknown]);
        let html = table(&written);
        assert!(html.contains("<h3>a &lt; b</h3>"));
        assert!(html.contains("<th scope=\"col\" class=\"number theirs\">paper</th>"));
        assert!(html.contains(
            "<td>x &amp; y</td><td class=\"number theirs\">479</td><td class=\"number\">–</td>"
        ));
    }

    #[test]
    fn without_results_the_page_says_so() {
        let (page, count) = write(Path::new("/nowhere/at/all")).unwrap();
        assert_eq!(count, 0);
        assert!(page.contains("Nothing was run yet"));
    }
}
