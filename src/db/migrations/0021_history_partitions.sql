DROP FUNCTION ensure_change_partitions();
--> statement-breakpoint
-- Moves the history of a month from the default partition to the table that becomes the month's partition.
CREATE FUNCTION move_changes(part text, first_day timestamptz, next_day timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('WITH moved AS (DELETE FROM change_default WHERE create_time >= $1 AND create_time < $2 RETURNING *)
    INSERT INTO %I SELECT * FROM moved', part) USING first_day, next_day;
END $$;
--> statement-breakpoint
-- Makes the partitions of a moment's month and the next two, and one for each month whose rows lie in the default partition.
-- Writers wait only while the rows are moved that came in since the others were.
CREATE FUNCTION ensure_change_partitions(moment timestamptz DEFAULT now()) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  months timestamp[];
  month timestamp;
  part text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('change_partitions'));
  months := ARRAY(
    SELECT first_day FROM (
      SELECT date_trunc('month', moment AT TIME ZONE 'UTC') + make_interval(months => i) AS first_day FROM generate_series(0, 2) i
      UNION SELECT date_trunc('month', create_time AT TIME ZONE 'UTC') FROM change_default
    ) wanted WHERE to_regclass('change_' || to_char(first_day, 'YYYYMM')) IS NULL ORDER BY 1
  );
  FOREACH month IN ARRAY months LOOP
    part := 'change_' || to_char(month, 'YYYYMM');
    EXECUTE format('CREATE TABLE %I (LIKE change INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES)', part);
    PERFORM move_changes(part, month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
  END LOOP;
  IF cardinality(months) > 0 THEN
    LOCK TABLE change_default IN ACCESS EXCLUSIVE MODE;
  END IF;
  FOREACH month IN ARRAY months LOOP
    part := 'change_' || to_char(month, 'YYYYMM');
    PERFORM move_changes(part, month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
    EXECUTE format('ALTER TABLE change ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', part,
      month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
  END LOOP;
END $$;
--> statement-breakpoint
-- Drops the partitions of months that ended more than so many months ago. A month stays as long as somebody is offered to undo an
-- import of it, or a row exists that was frozen in it.
CREATE FUNCTION prune_change_partitions(months integer, moment timestamptz DEFAULT now()) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  parts text[] := ARRAY(
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'change'::regclass AND c.relname ~ '^change_[0-9]{6}$' AND c.relname <
      'change_' || to_char(date_trunc('month', moment AT TIME ZONE 'UTC') - make_interval(months => months), 'YYYYMM')
    ORDER BY 1
  );
  frozen text[] := ARRAY(
    SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger JOIN pg_proc p ON p.oid = tgfoid WHERE proname = 'keep_frozen'
  );
  dropped text[] := '{}';
  part text;
  of_table text;
  needed boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('change_partitions'));
  FOREACH part IN ARRAY parts LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM job j JOIN %I c ON c.change_set_id = (j.result ->> ''changeSetId'')::bigint
      WHERE j.kind = ''import'' AND j.state = ''done'' AND NOT j.dismissed)', part) INTO needed;
    FOREACH of_table IN ARRAY frozen LOOP
      EXIT WHEN needed;
      EXECUTE format('SELECT EXISTS (SELECT FROM %I c JOIN %s r ON r.id = c.row_id WHERE c.table_name = %L)', part, of_table, of_table)
      INTO needed;
    END LOOP;
    CONTINUE WHEN needed;
    EXECUTE format('DROP TABLE %I', part);
    dropped := dropped || part;
  END LOOP;
  RETURN dropped;
END $$;
--> statement-breakpoint
-- The rows of an import's file go with the import, and so with the account that made it.
CREATE FUNCTION forget_import_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM import_row WHERE import_id IN (SELECT id FROM gone);
  DELETE FROM import_verdict WHERE import_id IN (SELECT id FROM gone);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER f_forget AFTER DELETE ON data_import REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION forget_import_rows();
--> statement-breakpoint
DELETE FROM import_row r WHERE NOT EXISTS (SELECT FROM data_import i WHERE i.id = r.import_id);
--> statement-breakpoint
DELETE FROM import_verdict r WHERE NOT EXISTS (SELECT FROM data_import i WHERE i.id = r.import_id);
