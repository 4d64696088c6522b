-- The day at a moment, in the site's time zone.
CREATE FUNCTION site_day(moment timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT (moment AT TIME ZONE coalesce((SELECT value #>> '{}' FROM config WHERE name = 'timeZone'), 'Asia/Shanghai'))::date
$$;
--> statement-breakpoint
-- The holds of a moment. A hold begins and ends with its days, in the site's time zone.
CREATE OR REPLACE FUNCTION legal_holds(moment timestamptz) RETURNS SETOF legal_hold LANGUAGE sql STABLE AS $$
  SELECT * FROM legal_hold WHERE coalesce(from_day <= site_day(moment), true) AND coalesce(until_day >= site_day(moment), true)
$$;
--> statement-breakpoint
-- The one rule of keeping: each month of the history with what wants it. `months`: how many whole months the history is kept; 0 for
-- ever. A month that nothing wants goes. What wants a month is only asked for the months that are old enough to go.
CREATE OR REPLACE FUNCTION history_months(months integer, moment timestamptz DEFAULT now())
RETURNS TABLE (part text, month date, old boolean, goes boolean, wanted jsonb) LANGUAGE plpgsql STABLE AS $$
DECLARE
  this_month timestamp := date_trunc('month', moment AT TIME ZONE 'UTC');
  frozen text[] := ARRAY(
    SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger JOIN pg_proc p ON p.oid = tgfoid WHERE proname = 'keep_frozen'
  );
  -- Whose rows belong to an account.
  personal text[] := ARRAY(
    SELECT DISTINCT c.relname::text FROM pg_trigger t JOIN pg_proc f ON f.oid = t.tgfoid JOIN pg_class c ON c.oid = t.tgrelid
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'account_id' AND NOT a.attisdropped
    WHERE f.proname = 'record_change' AND c.relname <> 'legal_hold'
  );
  wants record;
  needed boolean;
BEGIN
  FOR part, month IN
    SELECT c.relname, to_date(substr(c.relname, 8), 'YYYYMM') FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'change'::regclass AND c.relname ~ '^change_[0-9]{6}$' ORDER BY 1
  LOOP
    wanted := '[]';
    old := months > 0 AND month < this_month - make_interval(months => history_months.months);
    IF NOT old THEN
      goes := false;
      RETURN NEXT;
      CONTINUE;
    END IF;
    FOR wants IN SELECT r.id, r.name, r.months, p.table_name, p.only_rows FROM recycle_rule r LEFT JOIN resource_places p USING (resource)
      WHERE r.status = 1 AND (r.months = 0 OR month >= this_month - make_interval(months => r.months)) ORDER BY r.id
    LOOP
      -- A resource whose description was deleted may come back. Its table is one of those that no resource has.
      EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE operation = ''delete'' AND CASE WHEN $1 IS NULL
        THEN table_name LIKE ''res\_%%'' AND table_name NOT IN (SELECT table_name FROM resource_places) ELSE table_name = $1 AND before @> $2 END)', part)
      INTO needed USING wants.table_name, wants.only_rows;
      IF needed THEN
        wanted := wanted || jsonb_build_object('kind', 'recycle', 'id', wants.id, 'name', wants.name);
      END IF;
    END LOOP;
    EXECUTE format('SELECT EXISTS (SELECT FROM job j JOIN %I c ON c.change_set_id = (j.result ->> ''changeSetId'')::bigint
      WHERE j.kind IN (''import'', ''province'') AND j.state = ''done'' AND NOT j.dismissed)', part) INTO needed;
    IF needed THEN
      wanted := wanted || jsonb_build_object('kind', 'undo', 'id', 0, 'name', '');
    END IF;
    FOR wants IN SELECT unnest(frozen) AS name LOOP
      EXECUTE format('SELECT EXISTS (SELECT FROM %I c JOIN %s r ON r.id = c.row_id WHERE c.table_name = %L)', part, wants.name, wants.name)
      INTO needed;
      IF needed THEN
        wanted := wanted || jsonb_build_object('kind', 'published', 'id', 0, 'name', wants.name);
      END IF;
    END LOOP;
    -- What a resource owns belongs to it. A resource that nobody knows any more keeps everything.
    FOR wants IN SELECT h.id, h.reason, h.extent, h.account_id, p.table_name || ARRAY(
          SELECT f.part FROM resource_field f WHERE f.resource = h.resource AND f.part IS NOT NULL) AS tables
      FROM legal_holds(moment) h LEFT JOIN resource_places p ON h.extent = 'resource' AND p.resource = h.resource ORDER BY h.id
    LOOP
      EXECUTE format('SELECT EXISTS (SELECT FROM %I c WHERE $1 = ''all'' OR $1 = ''resource'' AND ($2[1] IS NULL OR c.table_name = ANY ($2))
        OR $1 = ''person'' AND (c.table_name IN (''account'', ''credential'') AND c.row_id = $3
          OR EXISTS (SELECT FROM change_set s WHERE s.id = c.change_set_id AND s.actor_id = $3)
          OR c.table_name = ANY ($4) AND coalesce((coalesce(c.before, c.after) ->> ''account_id'')::bigint,
            owner_of(c.table_name, ''account_id'', c.row_id)) = $3))', part)
      INTO needed USING wants.extent, wants.tables, wants.account_id, personal;
      IF needed THEN
        wanted := wanted || jsonb_build_object('kind', 'hold', 'id', wants.id, 'name', wants.reason);
      END IF;
    END LOOP;
    goes := wanted = '[]';
    RETURN NEXT;
  END LOOP;
END $$;
--> statement-breakpoint
-- Change sets that have brought deleted rows back, so that the log of deletions finds these rows.
ALTER TABLE change_set ADD restores boolean NOT NULL DEFAULT false;
--> statement-breakpoint
UPDATE change_set SET restores = true WHERE id IN (
  SELECT i.change_set_id FROM change d JOIN change i ON i.table_name = d.table_name AND i.row_id = d.row_id AND i.operation = 'insert' AND i.id > d.id
  WHERE d.operation = 'delete');
--> statement-breakpoint
CREATE INDEX change_set_restores_idx ON change_set (id) WHERE restores;
--> statement-breakpoint
CREATE INDEX change_set_takes_back_set_idx ON change_set (id) WHERE takes_back IS NOT NULL;
