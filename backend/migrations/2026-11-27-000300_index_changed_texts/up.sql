CREATE INDEX CONCURRENTLY IF NOT EXISTS desk_events_changes_idx ON desk_events (lead_id)
    WHERE kind IN ('corrected', 'sent-again')
