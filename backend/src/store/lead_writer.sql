-- Judges a batch of submissions in their order, and saves those that are accepted with their leads
-- and mails: one statement, one commit.
--
-- A submission is accepted when its idempotency key is new, its address is within the hour's rate
-- limit, and its session's cooldown is over. What the statement sees at its start decides first, so
-- that a refused submission leaves no trace; where two statements run at once, the rows that both
-- want to write decide. Those are written in the order of their keys, one table after the other: two
-- statements never deadlock.
--
-- It answers a row for each submission: its number; its verdict (accepted, key_used, rate_limited,
-- cooldown); the milliseconds of cooldown left; when it was saved; how many of its leads are suspect.
--
-- A single row is looked up by a subquery: a join could be planned as a scan of the whole table.
WITH submission AS MATERIALIZED (
    SELECT
        *,
        (SELECT lead_id FROM idempotency_keys WHERE key = idempotency_key) IS NOT NULL AS key_is_used,
        coalesce((SELECT count FROM rate_limits WHERE key = rate_limit_key), 0) + leads <= $24::integer
            AS is_within_limit,
        -- More than the whole cooldown if it began in the future: a clock was set back.
        $25::bigint - coalesce(
            (
                SELECT floor(extract(epoch FROM clock_timestamp() - started_at) * 1000)::bigint
                FROM cooldowns
                WHERE cooldowns.session_id = submission.session_id
            ),
            $25
        ) AS cooldown_left
    FROM unnest($1::integer[], $2::uuid[], $3::text[], $4::bytea[], $5::integer[], $6::uuid[])
        AS submission (number, idempotency_key, session_id, rate_limit_key, leads, first_lead)
),
candidate AS MATERIALIZED (
    SELECT *, row_number() OVER (PARTITION BY session_id ORDER BY number) = 1 AS is_first_of_session
    FROM submission
    WHERE NOT key_is_used AND is_within_limit AND cooldown_left NOT BETWEEN 1 AND $25
),
cooldown AS (
    INSERT INTO cooldowns (session_id, started_at)
    SELECT session_id, clock_timestamp()
    FROM candidate
    WHERE session_id IS NOT NULL AND is_first_of_session
    ORDER BY session_id
    ON CONFLICT (session_id) DO UPDATE SET started_at = clock_timestamp()
    WHERE cooldowns.started_at
        NOT BETWEEN clock_timestamp() - $25 * interval '1 millisecond' AND clock_timestamp()
    RETURNING session_id
),
rested AS MATERIALIZED (
    SELECT
        candidate.*,
        sum(leads) OVER (PARTITION BY rate_limit_key ORDER BY number) AS leads_so_far,
        sum(leads) OVER (PARTITION BY rate_limit_key) AS leads_of_address
    FROM candidate
    LEFT JOIN cooldown USING (session_id)
    WHERE session_id IS NULL OR (is_first_of_session AND cooldown.session_id IS NOT NULL)
),
rate_limit AS (
    INSERT INTO rate_limits (key, count)
    SELECT rate_limit_key, sum(leads)
    FROM rested
    WHERE rate_limit_key IS NOT NULL
    GROUP BY rate_limit_key
    ORDER BY rate_limit_key
    ON CONFLICT (key) DO UPDATE SET count = rate_limits.count + excluded.count
    WHERE rate_limits.count < $24
    RETURNING key, count
),
admitted AS MATERIALIZED (
    SELECT rested.*
    FROM rested
    LEFT JOIN rate_limit ON key = rate_limit_key
    WHERE rate_limit_key IS NULL OR count - leads_of_address + leads_so_far <= $24
),
new_key AS (
    INSERT INTO idempotency_keys (key, lead_id)
    SELECT idempotency_key, first_lead
    FROM admitted
    WHERE idempotency_key IS NOT NULL
    ORDER BY idempotency_key
    ON CONFLICT (key) DO NOTHING
    RETURNING lead_id
),
accepted AS MATERIALIZED (
    SELECT number
    FROM admitted
    LEFT JOIN new_key ON lead_id = first_lead
    WHERE idempotency_key IS NULL OR lead_id IS NOT NULL
),
lead AS MATERIALIZED (
    SELECT lead.*
    FROM unnest(
        $7::integer[], $8::uuid[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[],
        $14::text[], $15::text[], $16::text[], $17::text[], $18::text[], $19::text[], $20::text[],
        $21::integer[], $22::text[], $23::bytea[]
    ) AS lead (
        number, id, full_name, email, phone, message, visitor_id,
        session_id, ip_hash, ua, referrer, city, state, country,
        spam_score, spam_signs, details_hash
    )
    JOIN accepted USING (number)
),
sent_text AS (
    INSERT INTO sent_texts (hash, phone)
    SELECT DISTINCT ON (details_hash) details_hash, phone
    FROM lead
    WHERE details_hash IS NOT NULL
    ORDER BY details_hash, number
    -- Changes nothing, and so returns the row that is there.
    ON CONFLICT (hash) DO UPDATE SET phone = sent_texts.phone
    RETURNING hash, phone
),
scored AS MATERIALIZED (
    SELECT
        lead.*,
        is_anothers_text,
        spam_score + CASE WHEN is_anothers_text THEN $26::integer ELSE 0 END AS score
    FROM lead
    LEFT JOIN sent_text ON hash = details_hash
    CROSS JOIN LATERAL (SELECT coalesce(sent_text.phone <> lead.phone, false)) AS text (is_anothers_text)
),
saved AS (
    INSERT INTO site_forms (
        id, full_name, email, phone, message, site_name, visitor_id, session_id, ip_hash, ua,
        referrer, city, state, country, spam_score, spam_signs, suspect
    )
    SELECT
        id, full_name, email, phone, message, $29, visitor_id, session_id, ip_hash, ua,
        referrer, city, state, country, score,
        string_to_array(concat_ws(',', spam_signs, CASE WHEN is_anothers_text THEN $27 END), ','),
        score >= $28::integer
    FROM scored
    ORDER BY id
),
mail AS (
    INSERT INTO outbox (id, kind, state)
    SELECT id, 'lead', CASE WHEN score >= $28 THEN 'quarantined' ELSE 'pending' END
    FROM scored
    ORDER BY id
)
SELECT
    number,
    CASE
        WHEN accepted.number IS NOT NULL THEN 'accepted'
        WHEN submission.key_is_used OR admitted.number IS NOT NULL THEN 'key_used'
        WHEN NOT submission.is_within_limit OR rested.number IS NOT NULL THEN 'rate_limited'
        ELSE 'cooldown'
    END AS verdict,
    -- Another one began just now where none was seen.
    CASE
        WHEN submission.cooldown_left BETWEEN 1 AND $25 THEN submission.cooldown_left ELSE $25
    END AS cooldown_left,
    now() AS saved_at,
    (SELECT count(*) FROM scored WHERE scored.number = submission.number AND score >= $28) AS suspects
FROM submission
LEFT JOIN rested USING (number)
LEFT JOIN admitted USING (number)
LEFT JOIN accepted USING (number)
ORDER BY number
