//! The library's rooms import only from lower rooms.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The rooms, which are the modules of `src/lib.rs`, lowest first.
const ROOMS: [&str; 19] = [
    "command_line",
    "hour",
    "tls",
    "company",
    "config",
    "observability",
    "database",
    "message_kind",
    "web",
    "visitors",
    "site",
    "leads",
    "photos",
    "outbox",
    "privacy",
    "forms",
    "desk",
    "server",
    "cli",
];

#[test]
fn a_room_imports_itself_and_those_below_it() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (height, room) in ROOMS.iter().enumerate() {
        let mut files = vec![src.join(format!("{room}.rs"))];
        collect_files(&src.join(room), &mut files);
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            for imported in imports(&without_comments(&text)) {
                let is_below = ROOMS[..=height].contains(&imported);
                assert!(is_below, "{} imports {imported}", file.display());
            }
        }
    }
}

#[test]
fn every_module_of_the_library_is_a_room() {
    let mut modules: Vec<&str> = include_str!("../../src/lib.rs")
        .lines()
        .filter_map(|line| {
            line.trim_start_matches("pub ")
                .strip_prefix("mod ")?
                .strip_suffix(';')
        })
        .collect();
    let mut rooms = ROOMS.to_vec();
    modules.sort_unstable();
    rooms.sort_unstable();
    assert_eq!(modules, rooms);
}

fn collect_files(folder: &Path, files: &mut Vec<PathBuf>) {
    // A room can be a single file.
    if !folder.exists() {
        return;
    }
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

fn without_comments(text: &str) -> String {
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Returns the first segment of each path that begins with `crate::`, including those in groups.
fn imports(code: &str) -> Vec<&str> {
    let paths = code.split("crate::").skip(1);
    let segments = paths.flat_map(|path| match path.strip_prefix('{') {
        Some(group) => first_segments(group),
        None => vec![first_segment(path)],
    });
    segments.filter(|segment| !segment.is_empty()).collect()
}

/// Returns the first segments of the paths in a group; `group` begins after the opening brace.
fn first_segments(group: &str) -> Vec<&str> {
    let mut depth = 1;
    let mut segments = vec![first_segment(group)];
    for (index, character) in group.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 1 => break,
            '}' => depth -= 1,
            ',' if depth == 1 => segments.push(first_segment(&group[index + 1..])),
            _ => {}
        }
    }
    segments
}

fn first_segment(path: &str) -> &str {
    let path = path.trim_start();
    let end = path.find(|c: char| !c.is_alphanumeric() && c != '_');
    &path[..end.unwrap_or(path.len())]
}
