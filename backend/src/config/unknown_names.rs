//! Names that no setting has, such as a misspelled one.

use strsim::osa_distance;

use super::{DEFAULTS, Problem, env_file::assignments};

/// Returns a problem for each line of an `.env` file that is neither a setting nor a comment.
pub(super) fn in_file(text: &str) -> Vec<Problem> {
    let lines = (1..).zip(text.lines().map(str::trim));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .filter_map(|(number, line)| {
            let name = assignments(line).next().map_or("", |(name, _)| name);
            let problem = match likely(name) {
                Some(known) => misspelled(name, known)?,
                // It may be a part of a secret, which is not repeated.
                None => "is no setting.".to_owned(),
            };
            Some(Problem::new(".env", format!("line {number}: {problem}")))
        })
        .collect()
}

/// Returns a problem for each variable that is almost named like a setting. systemd, for example, reads the
/// file and sets its lines in the environment.
pub(super) fn in_environment(names: impl Iterator<Item = String>) -> Vec<Problem> {
    let misspelled = names.filter_map(|name| misspelled(&name, likely(&name)?));
    misspelled
        .map(|it| Problem::new("environment", it))
        .collect()
}

/// Describes a name that is not the setting's.
fn misspelled(name: &str, known: &str) -> Option<String> {
    (name != known).then(|| format!("{name} is no setting: did you mean {known}?"))
}

/// Returns the setting whose name a text is or resembles: less than one in three of its letters differs.
fn likely(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_uppercase();
    assignments(DEFAULTS)
        .map(|(known, _)| (osa_distance(known, &name), known))
        .filter(|(distance, known)| distance * 3 < known.len())
        .min()
        .map(|(_, known)| known)
}
