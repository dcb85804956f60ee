-- When the leads from before need somebody: what is new at once, and so has been since it came; a customer
-- who was called, or has an estimate, three days later. What is over never. No writer waits for it.
UPDATE site_forms SET
    next_at = CASE status
        WHEN 'new' THEN created_at
        WHEN 'no-answer' THEN coalesce(changed_at, created_at)
        ELSE coalesce(changed_at, created_at) + interval '3 days' END,
    answered_at = CASE WHEN status <> 'no-answer' THEN answered_at END
WHERE next_at IS NULL AND status IN ('new', 'no-answer', 'called', 'quoted');
