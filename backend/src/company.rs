//! Facts about the company for emails and the desk, from `company.json`.

pub mod calendar;
pub mod time_zone;

use std::sync::LazyLock;

use contact_data::{STREET_WORDS, folded, words};

include!(concat!(env!("OUT_DIR"), "/company.rs"));

/// The words of each town, as in a folded address.
static TOWN_WORDS: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| {
    let folded = TOWNS.iter().map(|town| folded(town));
    let split = folded.map(|town| words(&town).map(str::to_owned).collect());
    split.collect()
});

/// Finds the company's town that an address names, as whole words. If it names several, the last
/// one counts. A street's name does not count.
pub fn town(address: &str) -> Option<&'static str> {
    let address = folded(address);
    let address: Vec<&str> = words(&address).collect();
    let is_street = |word: &&str| {
        let mut ways = STREET_WORDS.iter().flat_map(|(short, long)| [short, long]);
        ways.any(|way| way == word)
    };
    let named = TOWNS.iter().zip(&*TOWN_WORDS).filter_map(|(town, words)| {
        let is_named = |place: &usize| {
            let (_, rest) = address.split_at(*place);
            let is_there = rest.iter().take(words.len()).eq(words);
            is_there && !rest.get(words.len()).is_some_and(is_street)
        };
        Some(((0..address.len()).rfind(is_named)?, *town))
    });
    named.max().map(|(_, town)| town)
}

#[cfg(test)]
mod tests {
    use super::{TOWNS, town};

    #[test]
    fn the_last_town_of_an_address_is_its_own() {
        let [first, .., last] = TOWNS else {
            panic!("company.json has fewer than two towns");
        };
        let shouted = first.to_uppercase();
        for (address, named) in [
            (format!("5 {first} Highway, {last}"), Some(*last)),
            (format!("5 {last} Road, {shouted}, GA"), Some(*first)),
            (format!("12 Oak Street\t{last}\tGA 30030"), Some(*last)),
            (format!("12 Oak Street,{first}GA"), None),
            (format!("48 {first}ton Lane, Macon, GA"), None),
            (format!("48 Old{first} Lane, Macon, GA"), None),
            (format!("48 {first} Ln., Macon, GA"), None),
            (format!("12 {first} Way, Macon, GA"), None),
            (format!("14 {first} Crossing, Macon, GA"), None),
            ((*first).to_owned(), Some(*first)),
            ("5 Elm Street".to_owned(), None),
        ] {
            assert_eq!(town(&address), named, "{address}");
        }
    }
}
