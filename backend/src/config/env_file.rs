//! Parses `.env` files.

/// Returns the assignments in an `.env` file: `NAME=value`, with the value in quotes or not. Outside
/// quotes, `#` begins a comment. (The scripts parse the same dialect with Node's `util.parseEnv`.)
pub(super) fn assignments(text: &str) -> impl Iterator<Item = (&str, String)> {
    text.lines().filter_map(|line| {
        let (left, right) = line.split_once('=')?;
        let (assigned, text) = (left.trim(), right.trim());
        let name = (assigned.strip_prefix("export ")).map_or(assigned, str::trim_start);
        let quoted = ['"', '\'', '`'].into_iter().find_map(|quote| {
            let (inside, _) = text.strip_prefix(quote)?.split_once(quote)?;
            Some(inside)
        });
        let value = match quoted {
            Some(inside) => inside,
            None => text.split('#').next().unwrap_or_default().trim_end(),
        };
        (!name.starts_with('#')).then(|| (name, value.to_owned()))
    })
}

#[cfg(test)]
mod tests {
    use super::assignments;

    #[test]
    fn the_file_is_read_as_node_reads_it() {
        let text =
            "# A=1\n\nB = 2 # two\nexport C=3\nD=\"4 # four\"\nE='5'x\nF=\nG=a=b\nI=\"open\n";
        let read: Vec<_> = assignments(text).collect();
        let expected = [
            ("B", "2"),
            ("C", "3"),
            ("D", "4 # four"),
            ("E", "5"),
            ("F", ""),
            ("G", "a=b"),
            ("I", "\"open"),
        ];
        assert_eq!(read, expected.map(|(name, value)| (name, value.to_owned())));
    }
}
