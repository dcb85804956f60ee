//! A map of limited size that drops its least recently used entries.
//!
//! It has two halves. An entry that is used moves into the young half. When the young half is full,
//! it becomes the old half, and the entries of the previous old half are dropped.

use std::{collections::HashMap, hash::Hash, mem};

/// A map that remembers the most recently used entries: at least `HALF`, and at most twice as many.
pub struct RecentMap<K, V, const HALF: usize> {
    young: HashMap<K, V>,
    old: HashMap<K, V>,
}

impl<K, V, const HALF: usize> Default for RecentMap<K, V, HALF> {
    fn default() -> Self {
        Self {
            young: HashMap::new(),
            old: HashMap::new(),
        }
    }
}

impl<K: Copy + Eq + Hash, V: Default, const HALF: usize> RecentMap<K, V, HALF> {
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.young.get_mut(key).or_else(|| self.old.get_mut(key))
    }

    /// Returns the value of a key, or the default value if the map does not have the key.
    pub fn entry(&mut self, key: K) -> &mut V {
        if !self.young.contains_key(&key) {
            let value = self.old.remove(&key).unwrap_or_default();
            if self.young.len() >= HALF {
                mem::swap(&mut self.young, &mut self.old);
                self.young.clear();
            }
            self.young.insert(key, value);
        }
        self.young.entry(key).or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::RecentMap;

    #[test]
    fn what_was_used_last_is_remembered_and_the_size_is_limited() {
        let mut map = RecentMap::<_, _, 2>::default();
        for key in 1..=4 {
            *map.entry(key) = 10 * key;
        }
        // 3 and 4 fill the young half. 1 is used again and moves into the next young half.
        assert_eq!(*map.entry(1), 10);
        assert_eq!(map.get_mut(&4), Some(&mut 40));
        assert_eq!(map.get_mut(&2), None);
        for key in 5..100 {
            map.entry(key);
        }
        assert!(map.young.len() + map.old.len() <= 4);
        assert_eq!(map.get_mut(&4), None);
    }
}
