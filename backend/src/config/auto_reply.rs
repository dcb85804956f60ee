use super::reader::Reader;

/// The automatic reply to a visitor.
#[derive(Clone, Copy, Debug)]
pub struct AutoReply {
    /// `AUTO_REPLIES_PER_HOUR`: the most that all backends together send within an hour.
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
