//! The company's facts that mails and the desk name, from `company.json`.

include!(concat!(env!("OUT_DIR"), "/company.rs"));

/// How soon the site promises a call about an emergency.
pub const EMERGENCY_WITHIN_HOURS: u32 = 2;

/// The company's town that an address names, the last if it names several: a street may have the name of
/// another.
pub fn town(address: &str) -> Option<&'static str> {
    let address = address.to_lowercase();
    let named = TOWNS.iter().filter_map(|town| {
        let place = address.rfind(&town.to_lowercase())?;
        Some((place, *town))
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
        assert_eq!(town(&format!("5 {first} Highway, {last}")), Some(*last));
        let shouted = first.to_uppercase();
        assert_eq!(town(&format!("5 {last} Road, {shouted}, GA")), Some(*first));
        assert_eq!(town("5 Elm Street"), None);
    }
}
