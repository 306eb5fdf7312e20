//! How weights went over the games of a course.

/// Weights over the games of a course.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// The names of the numbers.
    pub names: Vec<String>,
    /// After how many games, and the numbers.
    pub points: Vec<(u32, Vec<f64>)>,
}

impl Curve {
    /// As a table: a line for each point, its numbers separated by commas.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let mut text = format!("games,{}\n", self.names.join(","));
        for (games, numbers) in &self.points {
            text.push_str(&games.to_string());
            for number in numbers {
                text.push_str(&format!(",{number}"));
            }
            text.push('\n');
        }
        text
    }
}
