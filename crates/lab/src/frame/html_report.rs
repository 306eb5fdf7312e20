//! Report of all runs as one self-contained HTML page.

use std::path::Path;

use plot::escape_xml;

use super::experiment::ExperimentInfo;
use super::results::{ResultTable, Results};
use super::run_store::{LabError, RunData, RunStore};
use crate::registry::EXPERIMENTS;

/// Renders all runs below a directory; also returns their number.
///
/// # Errors
/// If a run cannot be read.
pub fn render(dir: &Path) -> Result<(String, usize), LabError> {
    let mut sections = String::new();
    let mut contents = String::new();
    let mut count = 0;
    for entry in EXPERIMENTS.iter() {
        let info = entry.info();
        let Some(data) = RunStore::read(&dir.join(info.id), *entry)? else {
            continue;
        };
        let results = data.results(*entry)?;
        count += 1;
        contents += &format!(
            "<li><a href=\"#{id}\">{title}</a> <code>{id}</code></li>\n",
            id = info.id,
            title = escape_xml(info.title)
        );
        sections += &section(&info, &data, &results);
    }
    if count == 0 {
        sections = "<p>No results yet. Run: <code>thermodon lab run ID</code></p>\n".to_owned();
    }
    let page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>Thermodon: experiments</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>Experiments</h1>\n\
         <p>Experiments of the papers, reproduced by Thermodon {version}. Our numbers have 95 % intervals; \
         columns of the papers are shaded.</p>\n\
         <nav><ol>\n{contents}</ol></nav>\n</header>\n<main>\n{sections}</main>\n\
         <footer>Written {now} by <code>thermodon lab report</code>.</footer>\n</body>\n</html>\n",
        version = env!("CARGO_PKG_VERSION"),
        now = jiff::Timestamp::now().strftime("%Y-%m-%d %H:%M UTC")
    );
    Ok((page, count))
}

fn section(info: &ExperimentInfo, data: &RunData, results: &Results) -> String {
    let mut html = format!(
        "<section id=\"{}\">\n<h2>{}</h2>\n<p>{}</p>\n<p class=\"paper\">Reference: {}.</p>\n",
        info.id,
        escape_xml(info.title),
        escape_xml(info.description),
        escape_xml(info.reference.trim_end_matches('.'))
    );
    if !data.is_complete() {
        html += &format!(
            "<p class=\"warning\">Incomplete: {} of {} units.</p>\n",
            data.units.len(),
            data.total
        );
    }
    html.extend(results.tables.iter().map(table));
    for (name, figure) in &results.figures {
        html += &format!(
            "<figure id=\"{}/{name}\">\n{}</figure>\n",
            info.id,
            figure.to_svg()
        );
    }
    html + &provenance(data) + "</section>\n"
}

fn table(table: &ResultTable) -> String {
    let class = |column: usize| {
        let from_paper = table
            .columns
            .get(column)
            .is_some_and(|column| column.from_paper);
        match (table.is_numeric(column), from_paper) {
            (true, true) => " class=\"number paper-column\"",
            (true, false) => " class=\"number\"",
            (false, true) => " class=\"paper-column\"",
            (false, false) => "",
        }
    };
    let mut html = format!(
        "<h3>{}</h3>\n<div class=\"wide\"><table>\n<thead><tr>",
        escape_xml(&table.title)
    );
    for (index, column) in table.columns.iter().enumerate() {
        html += &format!(
            "<th scope=\"col\"{}>{}</th>",
            class(index),
            escape_xml(&column.name)
        );
    }
    html += "</tr></thead>\n<tbody>\n";
    for row in &table.rows {
        html += "<tr>";
        for (index, cell) in row.iter().enumerate() {
            html += &format!("<td{}>{}</td>", class(index), escape_xml(&cell.to_string()));
        }
        html += "</tr>\n";
    }
    html += "</tbody></table></div>\n";
    if !table.note.is_empty() {
        html += &format!("<p class=\"note\">{}</p>\n", escape_xml(&table.note));
    }
    html
}

/// All that is needed to reproduce the run.
fn provenance(data: &RunData) -> String {
    let header = &data.header;
    let lines = [
        (
            "Command",
            format!("<code>{}</code>", escape_xml(&header.command)),
        ),
        ("Started", escape_xml(&header.started)),
        ("Version", escape_xml(&header.run.version)),
        ("Scale", header.run.scale.to_string()),
        ("Seed", header.run.seed.to_string()),
        ("Units", format!("{} of {}", data.units.len(), data.total)),
        ("Computing time", format!("{:.0} s", data.seconds)),
        (
            "Settings",
            format!(
                "<code>{}</code>",
                escape_xml(&header.run.config.to_string())
            ),
        ),
    ];
    let lines: String = lines
        .iter()
        .map(|(name, value)| format!("<dt>{name}</dt><dd>{value}</dd>\n"))
        .collect();
    format!("<details><summary>Provenance</summary>\n<dl>\n{lines}</dl></details>\n")
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
.number{text-align:right}.paper-column{background:var(--shade)}\
figure{margin:1.5rem 0;overflow-x:auto}figure svg{display:block;width:100%;min-width:34rem;height:auto}\
summary{cursor:pointer}dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dd{margin:0}\
footer{margin-top:3rem}";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_the_paper_are_marked() {
        let written = ResultTable::over("a < b", [("x & y", 479_u64)])
            .column("what", |row| row.0)
            .column("paper", |row| row.1)
            .column("ours", |_| None::<u64>)
            .note("");
        let html = table(&written);
        assert!(html.contains("<h3>a &lt; b</h3>"));
        assert!(html.contains("<th scope=\"col\" class=\"number paper-column\">paper</th>"));
        assert!(html.contains(
            "<td>x &amp; y</td><td class=\"number paper-column\">479</td><td class=\"number\">–</td>"
        ));
    }

    #[test]
    fn a_report_without_runs_says_so() {
        let (page, count) = render(Path::new("/no/such/directory")).unwrap();
        assert_eq!(count, 0);
        assert!(page.contains("No results yet"));
    }
}
