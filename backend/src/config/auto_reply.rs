use super::reader::Reader;

/// The mail that answers a visitor by itself.
#[derive(Clone, Copy, Debug)]
pub struct AutoReply {
    /// `AUTO_REPLIES_PER_HOUR`: how many are sent within an hour at most, by all backends together.
    pub per_hour: i32,
}

impl AutoReply {
    /// `None` unless `AUTO_REPLY` is `true`.
    pub(super) fn read(reader: &mut Reader) -> Option<Self> {
        let is_on = reader.switch("AUTO_REPLY");
        let per_hour = reader.count("AUTO_REPLIES_PER_HOUR")?;
        is_on?.then_some(Self { per_hour })
    }
}
