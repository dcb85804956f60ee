-- Makes `site_forms` and `outbox` partitioned by months of `id`, while the backend serves (docs/scaling.md).
-- `npm run stress -- partitions` runs this file. As the tables' owner, on Postgres 15 or newer:
--
--     psql -f docs/partitions.sql
--     CALL partitions.build('site_forms', '2026-01-01', '2027-12-01');   -- its first and its last month
--     CALL partitions.build('outbox', '2026-01-01', '2027-12-01');          -- pruned after a month: few do
--     CALL partitions.copy('site_forms');                                -- minutes
--     CALL partitions.copy('outbox');
--     CALL partitions.switch();
--     DROP SCHEMA unpartitioned CASCADE;       -- the tables as they were: `leads erase` does not reach them
--
-- and each month:
--
--     CALL partitions.make_month('public.site_forms', '2028-01-01');
--     CALL partitions.make_month('public.outbox', '2028-01-01');
--     CALL partitions.drop_month('public.site_forms', '2026-01-01');
--     CALL partitions.drop_month('public.outbox', '2026-01-01');
--
-- None of them goes into a transaction with another statement. Ids that are in no month are in the default
-- partition: those that are no UUIDv7, and those of browsers whose clock is wrong.
--
-- Nobody but the owner may use the schema: the partitions are reached through their tables, which have
-- the grants and policies that they had.

CREATE SCHEMA partitions;

-- Rows that were written since `build`, until they are copied.
CREATE TABLE partitions.changes (table_name name NOT NULL, id uuid NOT NULL);

CREATE FUNCTION partitions.record_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
    INSERT INTO partitions.changes VALUES (TG_TABLE_NAME, coalesce(NEW.id, OLD.id));
    RETURN NULL;
END
$$;

-- Runs a statement that locks tables. Every writer queues behind it: it waits for half a second, and is
-- tried again.
CREATE PROCEDURE partitions.run(statement text)
LANGUAGE plpgsql SET lock_timeout = '500ms' AS $$
BEGIN
    FOR attempt IN 1..100 LOOP
        BEGIN
            EXECUTE statement;
            RETURN;
        EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
            PERFORM pg_sleep(0.5);
        END;
    END LOOP;
    RAISE lock_not_available USING MESSAGE = 'the tables were in use each time: try again later';
END
$$;

-- The least UUIDv7 of a month: the first 48 bits are milliseconds since 1970.
CREATE FUNCTION partitions.bound(month date) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
    SELECT (lpad(to_hex(extract(epoch FROM month)::bigint * 1000), 12, '0') || repeat('0', 20))::uuid
$$;

CREATE FUNCTION partitions.partition_name(parent regclass, month date) RETURNS text
LANGUAGE sql STABLE AS $$
    SELECT format('partitions.%I', relname || to_char(month, '_YYYY_MM')) FROM pg_class WHERE oid = parent
$$;

-- Makes a month. Its rows in the default partition, of browsers whose clock is early, move into it. A table
-- that is attached locks the default partition alone; `CREATE TABLE … PARTITION OF` would lock all of them.
CREATE PROCEDURE partitions.make_month(parent regclass, month date) LANGUAGE plpgsql AS $$
DECLARE
    first_day date := date_trunc('month', month);
    partition text := partitions.partition_name(parent, first_day);
    default_name text := (SELECT relname || '_default' FROM pg_class WHERE oid = parent);
    since uuid := partitions.bound(first_day);
    until uuid := partitions.bound((first_day + interval '1 month')::date);
BEGIN
    EXECUTE format('CREATE TABLE %s (LIKE %s INCLUDING ALL)', partition, parent);
    CALL partitions.run(format(
        'LOCK TABLE ONLY %1$s IN SHARE UPDATE EXCLUSIVE MODE;
         LOCK TABLE partitions.%2$I;
         WITH early AS (DELETE FROM partitions.%2$I WHERE id >= %4$L AND id < %5$L RETURNING *)
         INSERT INTO %3$s SELECT * FROM early;
         ALTER TABLE %1$s ATTACH PARTITION %3$s FOR VALUES FROM (%4$L) TO (%5$L)',
        parent, default_name, partition, since, until));
END
$$;

-- Makes an empty partitioned table with the columns, checks, grants and policies of a table. Indexes come
-- with the rows.
CREATE PROCEDURE partitions.build(name name, first_month date, last_month date) LANGUAGE plpgsql AS $$
DECLARE
    plain regclass := format('public.%I', name);
    new text := format('partitions.%I', name);
    month timestamp;
    it record;
BEGIN
    EXECUTE format(
        'CREATE TABLE %s (LIKE %s INCLUDING ALL EXCLUDING INDEXES) PARTITION BY RANGE (id)', new, plain);
    EXECUTE format('COMMENT ON TABLE %s IS %L', new, obj_description(plain));
    EXECUTE format('CREATE TABLE partitions.%I PARTITION OF %s DEFAULT', name || '_default', new);
    FOR month IN SELECT generate_series(first_month::timestamp, last_month, '1 month') LOOP
        CALL partitions.make_month(new, month::date);
    END LOOP;

    FOR it IN
        SELECT privilege_type, NULL AS attname, grantee
        FROM pg_class, aclexplode(relacl) WHERE oid = plain AND grantee <> relowner
        UNION ALL
        SELECT privilege_type, attname, grantee
        FROM pg_attribute, aclexplode(attacl) WHERE attrelid = plain
    LOOP
        EXECUTE format('GRANT %s %s ON %s TO %s', it.privilege_type, '(' || quote_ident(it.attname) || ')', new,
            CASE it.grantee WHEN 0 THEN 'PUBLIC' ELSE it.grantee::regrole::text END);
    END LOOP;
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', new);
    FOR it IN SELECT * FROM pg_policies WHERE format('%I.%I', schemaname, tablename)::regclass = plain LOOP
        EXECUTE format('CREATE POLICY %I ON %s AS %s FOR %s TO %s %s %s',
            it.policyname, new, it.permissive, it.cmd,
            (SELECT string_agg(CASE role WHEN 'public' THEN 'PUBLIC' ELSE quote_ident(role) END, ', ')
             FROM unnest(it.roles) AS role),
            'USING (' || it.qual || ')', 'WITH CHECK (' || it.with_check || ')');
    END LOOP;

    CALL partitions.run(format(
        'CREATE TRIGGER record_change AFTER INSERT OR UPDATE OR DELETE ON %s
         FOR EACH ROW EXECUTE FUNCTION partitions.record_change()', plain));
END
$$;

-- Copies the rows, and makes the indexes under their names, which migrations know.
CREATE PROCEDURE partitions.copy(name name) LANGUAGE plpgsql AS $$
DECLARE
    plain regclass := format('public.%I', name);
    definition text;
BEGIN
    EXECUTE format('INSERT INTO partitions.%I SELECT * FROM %s', name, plain);
    COMMIT;
    FOR definition IN
        SELECT CASE
            WHEN indisprimary THEN format('ALTER TABLE partitions.%I ADD PRIMARY KEY (id)', name)
            ELSE replace(pg_get_indexdef(indexrelid),
                format(' ON public.%I ', name), format(' ON partitions.%I ', name))
        END
        FROM pg_index WHERE indrelid = plain ORDER BY indexrelid
    LOOP
        EXECUTE definition;
    END LOOP;
    EXECUTE format('ANALYZE partitions.%I', name);
    COMMIT;
    CALL partitions.copy_changes(name);
END
$$;

-- Copies the rows that were written meanwhile.
CREATE PROCEDURE partitions.copy_changes(name name) LANGUAGE plpgsql AS $$
DECLARE
    ids uuid[];
BEGIN
    WITH taken AS (DELETE FROM partitions.changes WHERE table_name = name RETURNING id)
    SELECT array_agg(DISTINCT id) INTO ids FROM taken;
    EXECUTE format(
        'DELETE FROM partitions.%I AS old USING unnest($1) AS change (id) WHERE old.id = change.id', name)
        USING ids;
    EXECUTE format(
        'INSERT INTO partitions.%1$I SELECT plain.* FROM public.%1$I AS plain JOIN unnest($1) AS change (id) USING (id)',
        name)
        USING ids;
END
$$;

-- Puts the partitioned tables in the place of the others.
CREATE PROCEDURE partitions.switch() LANGUAGE plpgsql AS $$
BEGIN
    -- So that little is left to be copied under the lock.
    FOR round IN 1..3 LOOP
        CALL partitions.copy_changes('site_forms');
        COMMIT;
        CALL partitions.copy_changes('outbox');
        COMMIT;
    END LOOP;
    CREATE SCHEMA unpartitioned;
    CALL partitions.run('LOCK TABLE public.site_forms, public.outbox IN ACCESS EXCLUSIVE MODE');
    CALL partitions.copy_changes('site_forms');
    CALL partitions.copy_changes('outbox');
    ALTER TABLE public.site_forms SET SCHEMA unpartitioned;
    ALTER TABLE public.outbox SET SCHEMA unpartitioned;
    ALTER TABLE partitions.site_forms SET SCHEMA public;
    ALTER TABLE partitions.outbox SET SCHEMA public;
END
$$;

-- Drops a month. What stays goes to the default partition: messages that are not finished, and leads that
-- came later, from browsers whose clock is late. `DETACH … CONCURRENTLY` is refused where there is a default
-- partition; without it, the lock is held for milliseconds. The files are deleted after it.
CREATE PROCEDURE partitions.drop_month(parent regclass, month date) LANGUAGE plpgsql AS $$
DECLARE
    partition text := partitions.partition_name(parent, month);
BEGIN
    CALL partitions.run(format('ALTER TABLE %s DETACH PARTITION %s', parent, partition));
    EXECUTE format('INSERT INTO %s SELECT * FROM %s AS old WHERE ', parent, partition)
        || CASE parent
            WHEN 'public.outbox'::regclass THEN format(
                'state NOT IN (''sent'', ''stopped'') AND NOT EXISTS (
                     SELECT FROM %s AS digest
                     WHERE digest.id = old.digest_id AND digest.state IN (''sent'', ''stopped''))',
                partition)
            ELSE format('created_at >= %L', date_trunc('month', month) + interval '1 month 1 day')
        END;
    COMMIT;
    -- As `leads erase` does: what the events of these leads say.
    UPDATE public.desk_events SET data = '{}'
        WHERE data <> '{}' AND lead_id IS NOT NULL
            AND NOT EXISTS (SELECT FROM public.site_forms WHERE site_forms.id = lead_id);
    COMMIT;
    DELETE FROM public.lead_photos
        WHERE NOT EXISTS (SELECT FROM public.site_forms WHERE site_forms.id = lead_id);
    COMMIT;
    EXECUTE format('DROP TABLE %s', partition);
END
$$;

-- The statements that complete an index of `CREATE INDEX … ON ONLY public.site_forms …`, one partition
-- after the other, while the backend serves: `SELECT partitions.complete_index('public.…_idx') \gexec`.
CREATE FUNCTION partitions.complete_index(index regclass) RETURNS SETOF text LANGUAGE sql STABLE AS $$
    SELECT unnest(ARRAY[
        regexp_replace(pg_get_indexdef(index), 'INDEX .* ON ONLY \S+',
            format('INDEX CONCURRENTLY %I ON %s', part.relname || '_' || whole.relname, part.oid::regclass)),
        format('ALTER INDEX %s ATTACH PARTITION partitions.%I',
            index, part.relname || '_' || whole.relname)])
    FROM pg_index
    JOIN pg_class AS whole ON whole.oid = indexrelid
    JOIN pg_inherits ON inhparent = indrelid
    JOIN pg_class AS part ON part.oid = inhrelid
    WHERE indexrelid = index
$$;
