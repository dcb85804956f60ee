-- Decides on a batch of leads in their order and saves those that are accepted, each with its mail:
-- one statement, one commit.
--
-- A lead is accepted when its session's cooldown is over, its address is within the hour's rate
-- limit, and its idempotency key is new. Concurrent statements are serialized by the locks of the
-- rows that both write. All statements write rows in the order of their keys, one table after the
-- other, so that they never deadlock.
--
-- It returns a row for each lead, in their order: its verdict (accepted, cooldown, rate_limited,
-- key_used), the time of saving, and, if the cooldown refuses it, the time when that cooldown began,
-- unless this statement began it.
--
-- Each step passes on every lead with its own verdict, in narrow rows; the texts are read from their
-- arrays once, where they are saved. lead_writer.rs fills in what is in braces: the arrays, the names of
-- their columns, and the limits.
WITH lead AS MATERIALIZED (
    SELECT
        *,
        row_number() OVER (PARTITION BY cooldown_session ORDER BY number) AS place_in_session
    FROM unnest({candidates}) WITH ORDINALITY AS lead ({candidate_columns}, number)
),
cooldown AS (
    INSERT INTO cooldowns (session_id, started_at)
    SELECT cooldown_session, clock_timestamp()
    FROM lead
    WHERE cooldown_session IS NOT NULL AND place_in_session = 1
    ORDER BY cooldown_session
    ON CONFLICT (session_id) DO UPDATE SET started_at = clock_timestamp()
    -- One that began in the future, by a clock that was set back, does not count.
    WHERE cooldowns.started_at
        NOT BETWEEN clock_timestamp() - interval '{cooldown_ms} ms' AND clock_timestamp()
    RETURNING session_id
),
rested AS MATERIALIZED (
    SELECT
        id, idempotency_key, cooldown_session, rate_limit_key, number, is_rested,
        count(*) FILTER (WHERE is_rested) OVER (PARTITION BY rate_limit_key ORDER BY number DESC)
            AS leads_from_here
    FROM (
        SELECT
            *,
            cooldown_session IS NULL OR (session_id IS NOT NULL AND place_in_session = 1)
                AS is_rested
        FROM lead
        LEFT JOIN cooldown ON session_id = cooldown_session
    ) AS lead
),
rate_limit AS (
    INSERT INTO rate_limits (key, count)
    SELECT rate_limit_key, count(*)
    FROM rested
    WHERE rate_limit_key IS NOT NULL AND is_rested
    GROUP BY rate_limit_key
    ORDER BY rate_limit_key
    ON CONFLICT (key) DO UPDATE SET count = rate_limits.count + excluded.count
    WHERE rate_limits.count < {leads_per_hour}
    RETURNING key, count
),
admitted AS MATERIALIZED (
    SELECT
        id, idempotency_key, cooldown_session, number, is_rested,
        is_rested AND (rate_limit_key IS NULL OR count - leads_from_here < {leads_per_hour})
            AS is_admitted
    FROM rested
    LEFT JOIN rate_limit ON key = rate_limit_key
),
new_key AS (
    INSERT INTO idempotency_keys (key, lead_id)
    SELECT idempotency_key, id
    FROM admitted
    WHERE idempotency_key IS NOT NULL AND is_admitted
    ORDER BY idempotency_key, number
    ON CONFLICT (key) DO NOTHING
    RETURNING lead_id
),
judged AS MATERIALIZED (
    SELECT
        id, cooldown_session, number, is_rested, is_admitted,
        is_admitted AND (idempotency_key IS NULL OR lead_id IS NOT NULL) AS is_accepted
    FROM admitted
    LEFT JOIN new_key ON lead_id = id
),
saved AS (
    INSERT INTO site_forms (id, {form_columns}, spam_score, spam_signs, suspect)
    SELECT id, {form_columns}, spam_score, string_to_array(spam_signs, ','), suspect
    FROM judged
    JOIN unnest({scores}, {forms}) AS texts ({score_columns}, {form_columns}) USING (id)
    WHERE is_accepted
    RETURNING id, suspect
),
mail AS (
    INSERT INTO outbox (id, kind, state)
    SELECT id, 'lead', CASE WHEN suspect THEN 'quarantined' ELSE 'pending' END
    FROM saved
)
SELECT
    CASE
        WHEN is_accepted THEN 'accepted'
        WHEN is_admitted THEN 'key_used'
        WHEN is_rested THEN 'rate_limited'
        ELSE 'cooldown'
    END AS verdict,
    now() AS saved_at,
    CASE
        WHEN NOT is_rested THEN
            (SELECT started_at FROM cooldowns WHERE session_id = cooldown_session)
    END AS cooldown_started_at
FROM judged
ORDER BY number
