-- Saves a batch of leads, each with its mail, and returns those that are new.
--
-- A lead's id is its idempotency key: one that is known is left as it is.
--
-- The mail of a suspect lead waits for the digest, unless it is an emergency.
--
-- lead_writer.rs fills in what is in braces: the arrays, the names of their columns, and whether other
-- messages follow from a lead.
WITH lead AS (
    SELECT * FROM unnest({arrays}) AS lead ({score_columns}, {estimate_columns}, {form_columns})
),
saved AS (
    INSERT INTO site_forms (id, spam_score, suspect, spam_signs, {estimate_columns}, {form_columns})
    SELECT id, spam_score, suspect, string_to_array(spam_signs, ','), {estimate_columns}, {form_columns}
    FROM lead
    ON CONFLICT (id) DO NOTHING
    RETURNING id, created_at, NOT ({visible}) AS is_hidden
),
mail AS (
    INSERT INTO outbox (id, kind, state, may_reply, emergency, follow_up)
    SELECT id, 'lead', CASE WHEN is_hidden THEN 'quarantined' ELSE 'pending' END, may_reply, emergency,
        {follow_up}
    FROM saved JOIN lead USING (id)
)
SELECT id, created_at FROM saved
