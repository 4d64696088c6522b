-- The name that the product has for a table: with its schema, when that is not public. No two tables have the same one,
-- whatever dots their names have.
CREATE FUNCTION table_name_in(of_schema text, own text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN of_schema = 'public' AND strpos(own, '.') = 0 THEN own
    WHEN strpos(of_schema, '.') > 0 THEN quote_ident(of_schema) || '.' || own ELSE of_schema || '.' || own END
$$;
--> statement-breakpoint
CREATE FUNCTION name_of_table(of_table oid) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT table_name_in(n.nspname, c.relname)
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = of_table
$$;
--> statement-breakpoint
-- That name with SQL quotes.
CREATE FUNCTION place_of_table(of_table text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN strpos(of_table, '.') = 0 THEN format('public.%I', of_table)
    ELSE format('%I.%I', split_part(of_table, '.', 1), substr(of_table, strpos(of_table, '.') + 1)) END
$$;
--> statement-breakpoint
-- The table of that name. Null when there is none, and for a schema with a dot.
CREATE FUNCTION table_named(of_table text) RETURNS regclass LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
  SELECT to_regclass(place_of_table(of_table))
$$;
--> statement-breakpoint
-- The functions below are as before, and also know tables of other schemas.
CREATE OR REPLACE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  skipped text[] := ARRAY['version', 'create_by', 'create_time', 'update_by', 'update_time', 'path'];
  secrets text[] := coalesce(TG_ARGV, '{}');
  old_row jsonb := CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE to_jsonb(OLD) - 'search_grams' END;
  new_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE to_jsonb(NEW) - 'search_grams' END;
  whole oid := pg_partition_root(TG_RELID);
  recorded text := table_name_in(TG_TABLE_SCHEMA, TG_TABLE_NAME);
  old_part jsonb;
  new_part jsonb;
BEGIN
  IF whole IS NOT NULL THEN
    recorded := name_of_table(whole);
  END IF;
  IF EXISTS (SELECT FROM resource_description WHERE table_name = recorded) THEN
    secrets := secrets || secret_columns(recorded);
  END IF;
  IF TG_OP = 'UPDATE' THEN
    SELECT jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, new_row -> o.key) INTO old_part, new_part
    FROM jsonb_each(old_row - skipped) o WHERE o.value IS DISTINCT FROM new_row -> o.key;
    IF old_part IS NULL THEN RETURN NULL; END IF;
    IF old_part ?| secrets THEN
      new_part := new_part || jsonb_build_object('#secrets', ARRAY(SELECT key FROM jsonb_object_keys(old_part) key WHERE key = ANY (secrets)));
    END IF;
  ELSE
    old_part := old_row;
    new_part := new_row;
  END IF;
  INSERT INTO change (change_set_id, table_name, row_id, operation, before, after)
  VALUES (current_change_set(), recorded, coalesce(new_row ->> 'id', old_row ->> 'id')::bigint,
    lower(TG_OP), old_part - secrets, new_part - secrets);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION secret_columns(of_table text) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY(
    SELECT column_in(columns, secret #>> '{}')
    FROM resource_description, jsonb_path_query(description, '$.fields[*] ? (@.type == "password").name') secret
    WHERE table_name = of_table
    UNION ALL
    SELECT attname FROM pg_attribute WHERE attrelid = table_named(of_table) AND starts_with(attname, 'gone_secret_')
  )
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION last_state(of_table text, of_row bigint) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  found jsonb;
BEGIN
  IF table_named(of_table) IS NOT NULL THEN
    EXECUTE format('SELECT to_jsonb(t) FROM %s t WHERE id = $1', place_of_table(of_table)) INTO found USING of_row;
  END IF;
  IF found IS NULL THEN
    SELECT CASE WHEN operation = 'delete' THEN before END INTO found FROM change
    WHERE table_name = of_table AND row_id = of_row ORDER BY id DESC LIMIT 1;
  END IF;
  RETURN found;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION check_array_reference() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids bigint[] := ARRAY(SELECT jsonb_array_elements_text(to_jsonb(NEW) -> TG_ARGV[0])::bigint);
  found bigint;
BEGIN
  IF cardinality(ids) = 0 THEN RETURN NULL; END IF;
  EXECUTE format('SELECT count(*) FROM (SELECT 1 FROM %s WHERE id = ANY ($1) FOR KEY SHARE) held', place_of_table(TG_ARGV[1]))
  INTO found USING ids;
  IF found < (SELECT count(DISTINCT id) FROM unnest(ids) id) THEN
    RAISE EXCEPTION 'column % of % points to rows that do not exist', TG_ARGV[0], TG_TABLE_NAME
    USING ERRCODE = 'foreign_key_violation', TABLE = TG_TABLE_NAME, COLUMN = TG_ARGV[0];
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION check_json_reference() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids bigint[] := ARRAY(
    SELECT (item ->> TG_ARGV[1])::bigint FROM jsonb_array_elements(to_jsonb(NEW) -> TG_ARGV[0]) item WHERE item ->> TG_ARGV[1] IS NOT NULL
  );
  found bigint;
BEGIN
  IF cardinality(ids) = 0 THEN RETURN NULL; END IF;
  EXECUTE format('SELECT count(*) FROM (SELECT 1 FROM %s WHERE id = ANY ($1) FOR KEY SHARE) held', place_of_table(TG_ARGV[2]))
  INTO found USING ids;
  IF found < (SELECT count(DISTINCT id) FROM unnest(ids) id) THEN
    RAISE EXCEPTION 'column % of % points to rows that do not exist', TG_ARGV[0], TG_TABLE_NAME
    USING ERRCODE = 'foreign_key_violation', TABLE = TG_TABLE_NAME, COLUMN = TG_ARGV[0];
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION protect_array_reference() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  used boolean;
BEGIN
  IF table_named(TG_ARGV[0]) IS NULL THEN RETURN NULL; END IF;
  EXECUTE format('SELECT EXISTS (SELECT 1 FROM %s WHERE %I @> ARRAY[$1]::bigint[])', place_of_table(TG_ARGV[0]), TG_ARGV[1])
  INTO used USING OLD.id;
  IF used THEN
    RAISE EXCEPTION 'row % is still referenced from table "%"', OLD.id, TG_ARGV[0]
    USING ERRCODE = 'foreign_key_violation', TABLE = TG_ARGV[0], CONSTRAINT = 'array_reference';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION protect_json_reference() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  used boolean;
BEGIN
  IF table_named(TG_ARGV[0]) IS NULL THEN RETURN NULL; END IF;
  EXECUTE format('SELECT EXISTS (SELECT 1 FROM %s WHERE %I @> $1)', place_of_table(TG_ARGV[0]), TG_ARGV[1]) INTO used
  USING jsonb_build_array(jsonb_build_object(TG_ARGV[2], OLD.id));
  IF used THEN
    RAISE EXCEPTION 'row % is still referenced from table "%"', OLD.id, TG_ARGV[0]
    USING ERRCODE = 'foreign_key_violation', TABLE = TG_ARGV[0], CONSTRAINT = 'json_reference';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION free_column(of_table text, of_column text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  name text;
  found regclass;
BEGIN
  FOR name IN SELECT conname FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = conrelid AND a.attnum = conkey[1]
    WHERE conrelid = place_of_table(of_table)::regclass AND contype = 'u' AND cardinality(conkey) = 1 AND attname = of_column
  LOOP EXECUTE format('alter table %s drop constraint %I', place_of_table(of_table), name); END LOOP;
  FOR found IN SELECT indexrelid FROM pg_index WHERE indrelid = place_of_table(of_table)::regclass
    AND of_column = ANY (index_columns(indexrelid)) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
  LOOP EXECUTE format('drop index %s', found); END LOOP;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION unique_again(of_table text, of_column text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('alter table %s add unique (%I)', place_of_table(of_table), of_column);
EXCEPTION WHEN unique_violation THEN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION ensure_index(of_table text, method text, columns text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am m ON m.oid = x.relam
    WHERE i.indrelid = place_of_table(of_table)::regclass AND m.amname = method AND i.indisvalid AND i.indpred IS NULL
      AND index_columns(x.oid) = columns;
  IF NOT FOUND THEN
    EXECUTE format('create index on %s using %I (%s)', place_of_table(of_table), method,
      (SELECT string_agg(format('%I', c), ', ' ORDER BY n) FROM unnest(columns) WITH ORDINALITY u (c, n)));
  END IF;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION drop_index(of_table text, method text, columns text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  found regclass;
BEGIN
  FOR found IN SELECT x.oid FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am m ON m.oid = x.relam
    WHERE i.indrelid = place_of_table(of_table)::regclass AND m.amname = method AND index_columns(x.oid) = columns
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = x.oid)
  LOOP EXECUTE format('drop index %s', found); END LOOP;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION notify_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('yardstick_tables', table_name_in(TG_TABLE_SCHEMA, TG_TABLE_NAME));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION place_in_tree() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  parent_path text := '/';
  levels int;
  deepest int;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.pid IS NOT DISTINCT FROM OLD.pid THEN RETURN NEW; END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM pg_advisory_xact_lock_shared(hashtext('tree:' || name_of_table(TG_RELID)));
  ELSE
    PERFORM pg_advisory_xact_lock(hashtext('tree:' || name_of_table(TG_RELID)));
  END IF;
  IF NEW.pid IS NOT NULL THEN
    EXECUTE format('SELECT path FROM %s WHERE id = $1', TG_RELID::regclass) INTO parent_path USING NEW.pid;
    IF parent_path IS NULL THEN
      RAISE EXCEPTION 'parent % does not exist', NEW.pid USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'tree_parent';
    END IF;
    IF TG_OP = 'UPDATE' AND starts_with(parent_path, OLD.path) THEN
      RAISE EXCEPTION 'a row cannot lie under itself' USING ERRCODE = 'check_violation', CONSTRAINT = 'tree_cycle';
    END IF;
  END IF;
  NEW.path := parent_path || NEW.id || '/';
  levels := tree_levels(NEW.path);
  deepest := levels;
  IF TG_OP = 'UPDATE' THEN
    -- A row that does not get deeper takes nothing below it any deeper.
    IF levels <= tree_levels(OLD.path) THEN RETURN NEW; END IF;
    EXECUTE format('SELECT max(tree_levels(path)) FROM %s WHERE path LIKE $1', TG_RELID::regclass) INTO deepest USING OLD.path || '%';
    deepest := coalesce(deepest, tree_levels(OLD.path)) + levels - tree_levels(OLD.path);
  END IF;
  IF deepest > 32 THEN
    RAISE EXCEPTION 'a tree has at most 32 levels' USING ERRCODE = 'check_violation', CONSTRAINT = 'tree_depth';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION move_descendants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.path IS DISTINCT FROM OLD.path THEN
    EXECUTE format('UPDATE %s SET path = $1 || substr(path, $2) WHERE path LIKE $3 AND id <> $4', TG_RELID::regclass)
    USING NEW.path, length(OLD.path) + 1, OLD.path || '%', NEW.id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION history_months(months integer, moment timestamptz DEFAULT now())
RETURNS TABLE (part text, month date, old boolean, goes boolean, wanted jsonb) LANGUAGE plpgsql STABLE AS $$
DECLARE
  this_month timestamp := date_trunc('month', moment AT TIME ZONE 'UTC');
  frozen text[] := ARRAY(
    SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger JOIN pg_proc p ON p.oid = tgfoid WHERE proname = 'keep_frozen'
  );
  -- Whose rows belong to an account.
  personal text[] := ARRAY(
    SELECT DISTINCT name_of_table(c.oid) FROM pg_trigger t JOIN pg_proc f ON f.oid = t.tgfoid JOIN pg_class c ON c.oid = t.tgrelid
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
