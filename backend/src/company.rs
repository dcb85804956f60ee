//! Facts about the company for emails and the desk, from `company.json`.

pub mod calendar;
pub mod time_zone;

use contact_data::{STREET_WORDS, folded, words};

include!(concat!(env!("OUT_DIR"), "/company.rs"));

/// The hours within which the site promises a call about an emergency.
pub const EMERGENCY_WITHIN_HOURS: u32 = 2;

/// Finds the company's town that an address names, as whole words. If it names several, the last
/// one counts. A street's name does not count.
pub fn town(address: &str) -> Option<&'static str> {
    let address = folded(address);
    let address: Vec<&str> = words(&address).collect();
    let is_street = |word: &&str| {
        let mut ways = STREET_WORDS.iter().flat_map(|(short, long)| [short, long]);
        ways.any(|way| way == word)
    };
    let named = TOWNS.iter().filter_map(|town| {
        let folded = folded(town);
        let town_words: Vec<&str> = words(&folded).collect();
        let is_named = |place: &usize| {
            let (_, rest) = address.split_at(*place);
            let rest = rest.strip_prefix(&*town_words);
            rest.is_some_and(|rest| !rest.first().is_some_and(is_street))
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
            ((*first).to_owned(), Some(*first)),
            ("5 Elm Street".to_owned(), None),
        ] {
            assert_eq!(town(&address), named, "{address}");
        }
    }
}
