/** Fills a table with leads as after years. Its columns are the database's. */
import { query } from "../scripts/postgres.ts";

/** The age of lead number `i` of `leads`: ten million leads take two years. */
const AGE = "(leads - i) * interval '6 seconds'";

/** 40 to 400 characters. */
const DETAILS =
  "left(repeat('The white oak leans over the garage since the storm. ', 8), (40 + i * 7919 % 361)::int)";

/** The values by column; ids are in time order. @type {Record<string, string>} */
const VALUES = {
  // A UUIDv7; Postgres 18 and later have a function for it.
  id: `lpad(to_hex((extract(epoch FROM now() - ${AGE}) * 1000)::bigint), 12, '0')
    || '7' || left(md5(i::text), 3) || '8' || right(md5(i::text), 15)`,
  created_at: `now() - ${AGE}`,
  full_name: "'Jane Miller ' || i",
  email: "'jane.miller.' || i || '@oakmail.net'",
  phone: "'404-' || i",
  message: `E'Service: Tree Removal\\nUrgency: Routine\\nAddress: ' || i || E' Oak Street, Decatur, GA 30030\\nDetails:\\n' || ${DETAILS}`,
  site_name: "'canopy-brothers-tree-care'",
  visitor_id: "lpad(i::text, 32, '0')",
  session_id: "gen_random_uuid()",
  ip_hash: "lpad(i::text, 64, '0')",
  ua: "'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'",
  referrer: "'https://www.google.com/'",
  service: "'Tree Removal'",
  urgency: "'routine'",
  address: "i || ' Oak Street, Decatur, GA 30030'",
  details: DETAILS,
  emergency: "false",
};

/** Random values for other columns that may be keys, by type. @type {Record<string, string>} */
const KEYS = { uuid: "gen_random_uuid()", bytea: "sha256(i::text::bytea)" };

/**
 * Fills only `site_forms`, without triggers: these leads' mails were sent long ago. Columns without
 * a value here keep their defaults.
 *
 * @param {string} databaseUrl
 * @param {number} leads
 */
export async function fillTable(databaseUrl, leads) {
  const { rows } = await query(
    databaseUrl,
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = 'site_forms'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
  );
  /** @type {[string, string][]} */
  const columns = rows.flatMap(({ name, type }) => {
    const value = VALUES[name] ?? KEYS[type];
    return value ? [[name, `(${value})::${type}`]] : [];
  });
  // Building an index from sorted rows takes a tenth of the time of single insertions.
  await query(
    databaseUrl,
    `SET session_replication_role = replica;
     UPDATE pg_index SET indisready = false WHERE indrelid = 'site_forms'::regclass;
     INSERT INTO site_forms (${columns.map(([name]) => name).join(", ")})
     SELECT ${columns.map(([, value]) => value).join(", ")}
     FROM generate_series(1, ${leads}::bigint) AS i, (VALUES (${leads}::bigint)) AS total (leads)`,
  );
  await query(databaseUrl, "SET maintenance_work_mem = '1GB'; REINDEX TABLE site_forms");
  await query(databaseUrl, "VACUUM ANALYZE site_forms");
}
