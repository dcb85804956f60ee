COMMENT ON COLUMN outbox.failure_class IS
    'Why the last attempt failed, in one word (backend/src/outbox/outcome.rs).';
