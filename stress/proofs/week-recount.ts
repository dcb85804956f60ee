/** What `week` counts, in SQL alone. */

/** A column of times in the company's time zone, as the desk writes them. */
const time = (sql: string, format = "FMDy, FMMon FMDD, FMHH12:MI AM") =>
  `to_char((${sql})::timestamptz AT TIME ZONE 'America/New_York', '${format}')`;

const clock = (sql: string) => time(sql, "FMHH12:MI AM");

/** When all visits end. */
export const VISIT_ENDS = { typed: "17:45", shown: "5:45 PM" };

const PURPOSE = "CASE data->>'purpose' WHEN 'work' THEN 'Work' ELSE 'Visit' END";

const dollars = "' $' || to_char((data->>'amount')::int / 100, 'FM9,999,999')";

/** What the history says of an event. */
const WORDS = `CASE kind
  WHEN 'noted' THEN data->>'text'
  WHEN 'called' THEN CASE data->>'reached' WHEN 'true' THEN 'Reached' ELSE 'Called, nobody answered' END
  WHEN 'appointed' THEN concat_ws(', ', ${PURPOSE}, ${time("data->>'from'")}, data->>'crew')
  WHEN 'moved' THEN concat_ws(', ', 'Moved', ${time("data->>'from'")}, data->>'crew',
    CASE data->>'why' WHEN 'rain' THEN 'rain' WHEN 'crew' THEN 'our crew' ELSE 'the customer asked' END)
  WHEN 'ended' THEN CASE data->>'how' WHEN 'done' THEN 'Been there' WHEN 'called-off' THEN 'Called off'
    ELSE 'Nobody there' END
  WHEN 'quoted' THEN 'Quoted' || ${dollars}
  WHEN 'won' THEN 'Won' || ${dollars} || coalesce(', work ' || ${time("data->>'workAt'")}, '')
  WHEN 'lost' THEN 'Lost: ' || CASE data->>'reason' WHEN 'price' THEN 'the price'
    WHEN 'late' THEN 'we were too late' ELSE 'went elsewhere' END
  WHEN 'put-off' THEN 'Put off until ' || ${time("data->>'until'")}
  WHEN 'done' THEN 'Done' END`;

const text = (json: unknown) => `$json$${JSON.stringify(json)}$json$`;

/** Creates what the counts read. `n` is an act's place in its lead's log, `k` its place among the same words. */
export const TABLES = (acknowledged: unknown, clashes: unknown) => `
  CREATE TABLE acts AS SELECT *, row_number() OVER (PARTITION BY who, lead, words ORDER BY n) AS k FROM (
    SELECT id, lead_id AS lead, at, recorded_at, who, kind, data, (data->>'seen')::timestamptz AS seen,
      row_number() OVER (PARTITION BY lead_id ORDER BY at, id) AS n, ${WORDS} AS words
    FROM desk_events WHERE lead_id IS NOT NULL AND kind NOT IN ('read', 'undone')) AS named;
  CREATE TABLE acknowledged AS
    SELECT it.*, row_number() OVER (PARTITION BY who, lead, words ORDER BY i) AS k
    FROM jsonb_array_elements(${text(acknowledged)}) WITH ORDINALITY AS list (it, i),
      jsonb_to_record(it) AS it (who text, lead uuid, words text, shown jsonb);
  CREATE TABLE reported AS
    SELECT * FROM jsonb_to_recordset(${text(clashes)}) AS clash (replaced uuid, holding uuid);
  -- The acts that set something, and the thing: an appointment, or how the lead stands.
  CREATE TABLE settings AS
    SELECT *, (data->>'appointment')::uuid AS thing FROM acts WHERE kind IN ('appointed', 'moved', 'ended')
    -- An order's day is an appointment of its own, or moves an open day of the work that its author had not seen.
    UNION ALL SELECT *, (SELECT it.id FROM appointments AS it WHERE lead_id = lead AND it.data->>'purpose' = 'work'
      ORDER BY it.id = acts.id DESC, begins_at = (acts.data->>'workAt')::timestamptz DESC LIMIT 1)
    FROM acts WHERE kind = 'won' AND data ? 'workAt'
    UNION ALL SELECT *, lead FROM acts WHERE kind IN ('quoted', 'won', 'lost');
  -- How each appointment was set last (an order's day has the crew of the visit before), and the acts after it that end it.
  CREATE TABLE expected AS
    SELECT DISTINCT ON (thing) thing AS id, lead, kind, n, coalesce(data->>'from', data->>'workAt')::timestamptz AS begins,
      coalesce((data->>'to')::timestamptz, (data->>'workAt')::timestamptz + interval '8 hours') AS ends,
      data->>'crew' AS crew,
      EXISTS (SELECT FROM acts AS later WHERE later.lead = set.lead AND later.n > set.n AND (
        later.kind IN ('done', 'lost') OR later.data->>'appointment' = set.thing::text AND later.kind = 'ended'
        OR purpose = 'estimate' AND (later.kind = 'won' OR
          later.kind = 'quoted' AND later.at >= (set.data->>'from')::timestamptz))) AS is_over
    FROM settings AS set, LATERAL (SELECT coalesce((SELECT data->>'purpose' FROM acts
      WHERE kind = 'appointed' AND data->>'appointment' = set.thing::text), 'work') AS purpose) AS of
    WHERE thing <> lead AND kind <> 'ended' ORDER BY thing, n DESC`;

/** Selects the acts that were replaced by the next act on the same thing, whose author had not seen them. */
export const REPLACED = `
  SELECT a.id, b.id AS by, a.words, b.words AS by_words
  FROM settings AS a JOIN LATERAL (
    SELECT * FROM (
      SELECT id, n, who, kind, data, seen, words FROM settings WHERE thing = a.thing
      UNION ALL SELECT id, n, who, kind, data, seen, words FROM acts WHERE lead = a.lead AND CASE
        WHEN a.thing <> a.lead THEN a.kind <> 'ended' AND kind IN ('done', 'lost')
        ELSE a.kind = 'lost' AND kind IN ('called', 'appointed', 'moved', 'put-off') END) AS b
    WHERE n > a.n ORDER BY n LIMIT 1) AS b ON b.who <> a.who AND b.seen < a.recorded_at
  WHERE (a.kind, b.kind) <> ('quoted', 'won') AND a.data - '{seen,told,why}'::text[] <> b.data - '{seen,told,why}'::text[]`;

const REACHED = "(kind IN ('appointed', 'moved', 'quoted', 'won') OR data->>'reached' = 'true')";

/** The status that follows from the last act that sets one. A lost lead is reopened by a further step. */
const STATUS = `
  SELECT lead, CASE
    WHEN last.kind = 'quoted' THEN 'quoted' WHEN last.kind = 'won' THEN 'won'
    WHEN last.kind = 'lost' AND next.kind IS NULL THEN 'lost'
    WHEN EXISTS (SELECT FROM acts WHERE lead = it.lead AND n > last_n AND ${REACHED}) THEN 'called'
    WHEN next.kind = 'called' THEN 'no-answer'
    WHEN EXISTS (SELECT FROM acts WHERE lead = it.lead AND ${REACHED}) THEN 'called'
    WHEN EXISTS (SELECT FROM acts WHERE lead = it.lead AND kind = 'called') THEN 'no-answer'
    ELSE 'new' END AS status
  FROM (SELECT id AS lead FROM site_forms WHERE events > 0) AS it
  LEFT JOIN LATERAL (SELECT kind, n FROM acts WHERE lead = it.lead AND kind IN ('quoted', 'won', 'lost')
    ORDER BY n DESC LIMIT 1) AS last ON true
  CROSS JOIN LATERAL (SELECT coalesce(last.n, 0) AS last_n) AS place
  LEFT JOIN LATERAL (SELECT kind FROM acts WHERE lead = it.lead AND n > last_n
    AND kind IN ('called', 'appointed', 'moved', 'put-off') ORDER BY n LIMIT 1) AS next ON true`;

/** Queries for faults, by what they are. */
export const FAULTS: Record<string, string> = {
  "acts that vanished or doubled": `
    SELECT who, lead, words, acknowledged.k AS acknowledged, acts.k AS recorded
    FROM acknowledged FULL JOIN acts USING (who, lead, words, k)
    WHERE acknowledged.k IS NULL OR acts.k IS NULL`,
  "visits with other hours": `
    SELECT id FROM acts WHERE data->>'purpose' = 'estimate' AND ${clock("data->>'to'")} <> '${VISIT_ENDS.shown}'`,
  "acts before what their author had seen": "SELECT id FROM acts WHERE at <= seen",
  "acts before what the desk had shown": `
    SELECT own.who, own.words, seen FROM acknowledged AS own JOIN acts USING (who, lead, words, k), LATERAL (
      SELECT who, words, count(*) FROM jsonb_to_recordset(shown) AS it (who text, words text)
      WHERE words <> 'Opened' GROUP BY who, words) AS seen
    WHERE seen.count > (SELECT count(*) FROM acts AS before
      WHERE (lead, who, words) = (own.lead, seen.who, seen.words) AND n < acts.n)`,
  "appointments lost, doubled, moved, or on another crew": `
    SELECT expected, it AS found
    FROM expected FULL JOIN appointments AS it ON (it.id, lead_id) = (expected.id, lead)
    WHERE (begins, ends, is_over) IS DISTINCT FROM (begins_at, (it.data->>'to')::timestamptz, ended IS NOT NULL)
      OR crew IS DISTINCT FROM it.data->>'crew' AND kind <> 'won'`,
  "leads whose status the last act did not set": `
    SELECT lead, it.status, site_forms.status AS found FROM (${STATUS}) AS it JOIN site_forms ON id = lead
    WHERE it.status <> site_forms.status`,
  "replaced acts that are not reported": `
    SELECT * FROM (${REPLACED}) AS it WHERE (id, by) NOT IN (SELECT replaced, holding FROM reported)`,
};

/** The leads' columns and appointments that follow from the log. */
export const STATES = `
  SELECT to_jsonb(lead) - '{events,changed_at}'::text[] ||
    jsonb_build_object('all', (SELECT jsonb_agg(data ORDER BY id) FROM appointments WHERE lead_id = lead.id)) AS state
  FROM site_forms AS lead WHERE full_name LIKE 'Ada %' ORDER BY id`;

/** The open appointments in words. */
export const APPOINTMENTS = `
  SELECT lead_id AS lead, concat_ws(', ', ${PURPOSE},
    ${time("data->>'from'")} || ' to ' || ${clock("data->>'to'")}, data->>'crew') AS words
  FROM appointments WHERE ended IS NULL`;
