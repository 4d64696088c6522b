-- The column with the ids of the rows of a table. A table of other programs whose own column `id` holds no whole numbers
-- has them in a column of a name that nobody else uses.
CREATE FUNCTION id_column(of_table regclass) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM pg_attribute WHERE attrelid = of_table AND attname = 'yardstick_id') THEN 'yardstick_id' ELSE 'id' END
$$;
--> statement-breakpoint
-- The same for a row.
CREATE FUNCTION id_of_row(of_row jsonb) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(of_row ->> 'yardstick_id', of_row ->> 'id')::bigint
$$;
--> statement-breakpoint
-- Whether the rows of a table are a tree. Its trigger makes their paths; a column `path` of other tables is one like all others.
CREATE FUNCTION is_tree(of_table regclass) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT EXISTS (SELECT FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid WHERE t.tgrelid = of_table AND p.proname = 'place_in_tree')
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION stamp_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  actor bigint := nullif(current_setting('app.actor_id', true), '')::bigint;
  derived text[] := ARRAY['search_grams'] || coalesce(TG_ARGV, '{}');
  old_row jsonb;
  new_row jsonb;
BEGIN
  IF TG_OP = 'INSERT' AND current_setting('app.restoring', true) = 'on' THEN
    NEW.version := coalesce(NEW.version, 0) + 1;
    NEW.update_by := actor;
    NEW.update_time := now();
  ELSIF TG_OP = 'INSERT' THEN
    NEW.version := 1;
    NEW.create_by := actor;
    NEW.update_by := actor;
    NEW.create_time := now();
    NEW.update_time := now();
  ELSE
    old_row := to_jsonb(OLD) - derived;
    new_row := to_jsonb(NEW) - derived;
    IF old_row -> 'path' IS DISTINCT FROM new_row -> 'path' AND is_tree(TG_RELID) THEN
      old_row := old_row - 'path';
      new_row := new_row - 'path';
    END IF;
    IF new_row IS DISTINCT FROM old_row THEN
      NEW.version := OLD.version + 1;
      NEW.create_by := OLD.create_by;
      NEW.create_time := OLD.create_time;
      NEW.update_by := actor;
      NEW.update_time := now();
    END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- The same for tables in which other programs use one of these names for something else.
CREATE FUNCTION stamp_row_apart() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  actor bigint := nullif(current_setting('app.actor_id', true), '')::bigint;
  derived text[] := ARRAY['search_grams'] || coalesce(TG_ARGV, '{}');
  old_row jsonb;
  new_row jsonb;
BEGIN
  IF TG_OP = 'INSERT' AND current_setting('app.restoring', true) = 'on' THEN
    NEW.yardstick_version := coalesce(NEW.yardstick_version, 0) + 1;
    NEW.yardstick_update_by := actor;
    NEW.yardstick_update_time := now();
  ELSIF TG_OP = 'INSERT' THEN
    NEW.yardstick_version := 1;
    NEW.yardstick_create_by := actor;
    NEW.yardstick_update_by := actor;
    NEW.yardstick_create_time := now();
    NEW.yardstick_update_time := now();
  ELSE
    old_row := to_jsonb(OLD) - derived;
    new_row := to_jsonb(NEW) - derived;
    IF old_row -> 'path' IS DISTINCT FROM new_row -> 'path' AND is_tree(TG_RELID) THEN
      old_row := old_row - 'path';
      new_row := new_row - 'path';
    END IF;
    IF new_row IS DISTINCT FROM old_row THEN
      NEW.yardstick_version := OLD.yardstick_version + 1;
      NEW.yardstick_create_by := OLD.yardstick_create_by;
      NEW.yardstick_create_time := OLD.yardstick_create_time;
      NEW.yardstick_update_by := actor;
      NEW.yardstick_update_time := now();
    END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- The functions below are as before, and also know such tables.
CREATE OR REPLACE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  skipped text[] := ARRAY['version', 'create_by', 'create_time', 'update_by', 'update_time'];
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
    IF new_row ? 'yardstick_version' THEN
      skipped := ARRAY['yardstick_version', 'yardstick_create_by', 'yardstick_create_time', 'yardstick_update_by', 'yardstick_update_time'];
    END IF;
    IF old_row -> 'path' IS DISTINCT FROM new_row -> 'path' AND is_tree(TG_RELID) THEN
      skipped := skipped || 'path'::text;
    END IF;
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
  VALUES (current_change_set(), recorded, id_of_row(coalesce(new_row, old_row)),
    lower(TG_OP), old_part - secrets, new_part - secrets);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION last_state(of_table text, of_row bigint) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  found jsonb;
BEGIN
  IF table_named(of_table) IS NOT NULL THEN
    EXECUTE format('SELECT to_jsonb(t) FROM %s t WHERE %I = $1', place_of_table(of_table), id_column(table_named(of_table))) INTO found USING of_row;
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
  EXECUTE format('SELECT count(*) FROM (SELECT 1 FROM %s WHERE %I = ANY ($1) FOR KEY SHARE) held',
    place_of_table(TG_ARGV[1]), id_column(table_named(TG_ARGV[1])))
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
  EXECUTE format('SELECT count(*) FROM (SELECT 1 FROM %s WHERE %I = ANY ($1) FOR KEY SHARE) held',
    place_of_table(TG_ARGV[2]), id_column(table_named(TG_ARGV[2])))
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
  gone bigint := id_of_row(to_jsonb(OLD));
  used boolean;
BEGIN
  IF table_named(TG_ARGV[0]) IS NULL THEN RETURN NULL; END IF;
  EXECUTE format('SELECT EXISTS (SELECT 1 FROM %s WHERE %I @> ARRAY[$1]::bigint[])', place_of_table(TG_ARGV[0]), TG_ARGV[1])
  INTO used USING gone;
  IF used THEN
    RAISE EXCEPTION 'row % is still referenced from table "%"', gone, TG_ARGV[0]
    USING ERRCODE = 'foreign_key_violation', TABLE = TG_ARGV[0], CONSTRAINT = 'array_reference';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION protect_json_reference() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone bigint := id_of_row(to_jsonb(OLD));
  used boolean;
BEGIN
  IF table_named(TG_ARGV[0]) IS NULL THEN RETURN NULL; END IF;
  EXECUTE format('SELECT EXISTS (SELECT 1 FROM %s WHERE %I @> $1)', place_of_table(TG_ARGV[0]), TG_ARGV[1]) INTO used
  USING jsonb_build_array(jsonb_build_object(TG_ARGV[2], gone));
  IF used THEN
    RAISE EXCEPTION 'row % is still referenced from table "%"', gone, TG_ARGV[0]
    USING ERRCODE = 'foreign_key_violation', TABLE = TG_ARGV[0], CONSTRAINT = 'json_reference';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION follow_key() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  there text := place_of_table(TG_ARGV[2]);
  there_id text := id_column(table_named(TG_ARGV[2]));
  own text := format('SELECT to_jsonb(($1).%I), ($1).%I', TG_ARGV[0], TG_ARGV[1]);
  key_before jsonb;
  key_now jsonb;
  key_there jsonb;
  id_before bigint;
  id_now bigint;
BEGIN
  -- The row of that key has come after this one, or another trigger has changed the key.
  IF TG_WHEN = 'AFTER' THEN
    EXECUTE format('UPDATE %s own SET %I = there.%I FROM %s there WHERE own.%I = $1 AND own.%I IS NULL AND there.%I = own.%I',
      TG_RELID::regclass, TG_ARGV[1], there_id, there, id_column(TG_RELID), TG_ARGV[1], TG_ARGV[3], TG_ARGV[0])
    USING id_of_row(to_jsonb(NEW));
    RETURN NULL;
  END IF;
  EXECUTE own INTO key_now, id_now USING NEW;
  IF TG_OP = 'UPDATE' THEN EXECUTE own INTO key_before, id_before USING OLD; END IF;
  IF id_now IS DISTINCT FROM id_before AND (id_now IS NOT NULL OR key_now IS NULL OR key_now = key_before) THEN
    IF id_now IS NOT NULL THEN
      -- Keys of a fixed length are padded with blanks, which belong to the type and not to the value.
      EXECUTE format('SELECT CASE pg_typeof(%1$I) WHEN ''bpchar''::regtype THEN to_jsonb(%1$I::text) ELSE to_jsonb(%1$I) END
        FROM %2$s WHERE %3$I = $1', TG_ARGV[3], there, there_id) INTO key_there USING id_now;
      -- Whoever writes both may write the other row later: the foreign keys see to it.
      IF key_there IS NULL AND key_now IS DISTINCT FROM key_before THEN RETURN NEW; END IF;
      IF key_there IS NULL THEN
        RAISE EXCEPTION 'column % of % points to a row that does not exist', TG_ARGV[1], TG_TABLE_NAME
        USING ERRCODE = 'foreign_key_violation', SCHEMA = TG_TABLE_SCHEMA, TABLE = TG_TABLE_NAME, COLUMN = TG_ARGV[1];
      END IF;
    END IF;
    RETURN jsonb_populate_record(NEW, jsonb_build_object(TG_ARGV[0], key_there));
  END IF;
  IF key_now IS DISTINCT FROM key_before THEN
    EXECUTE format('SELECT %I FROM %s WHERE %I = ($1).%I', there_id, there, TG_ARGV[3], TG_ARGV[0]) INTO id_now USING NEW;
    RETURN jsonb_populate_record(NEW, jsonb_build_object(TG_ARGV[1], id_now));
  END IF;
  RETURN NEW;
EXCEPTION WHEN undefined_table OR undefined_column THEN
  -- Others have renamed what is read here. Their own writes go on.
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION id_of_key(there text, there_key text, key anyelement) RETURNS bigint
LANGUAGE plpgsql STABLE SET row_security = off AS $$
DECLARE
  found bigint;
BEGIN
  IF key IS NOT NULL THEN
    EXECUTE format('SELECT %I FROM %s WHERE %I = $1', id_column(table_named(there)), place_of_table(there), there_key) INTO found USING key;
  END IF;
  RETURN found;
END $$;
--> statement-breakpoint
-- Who made a row.
CREATE FUNCTION author_of_row(of_row jsonb) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (of_row ->> CASE WHEN of_row ? 'yardstick_version' THEN 'yardstick_create_by' ELSE 'create_by' END)::bigint
$$;
--> statement-breakpoint
-- The logs are as before, and also know these authors.
CREATE OR REPLACE VIEW recycle_line AS
SELECT c.id, c.create_time, c.change_set_id, c.table_name, c.row_id, c.before, p.resource, p.node, r.name AS rule_name,
  coalesce(c.before ->> p.title_column, c.row_id::text) AS title, s.kind, s.actor_id, s.actor_name, s.address, s.request_id,
  p.scope_column IS NOT NULL AS scoped, (c.before ->> p.scope_column)::bigint AS scope_org, author_of_row(c.before) AS create_by,
  (x.create_time IS NOT NULL)::int::smallint AS restored, x.create_time AS restore_time, x.actor_name AS restore_name, x.change_set_id AS restore_set
FROM change c
  JOIN resource_places p ON p.table_name = c.table_name AND c.before @> p.only_rows
  JOIN recycle_rule r ON r.resource = p.resource AND r.status = 1
  JOIN change_set s ON s.id = c.change_set_id
  LEFT JOIN LATERAL (
    SELECT i.create_time, i.change_set_id, t.actor_name FROM change i JOIN change_set t ON t.id = i.change_set_id
    WHERE i.table_name = c.table_name AND i.row_id = c.row_id AND i.operation = 'insert' AND i.id > c.id ORDER BY i.id LIMIT 1) x ON true
WHERE c.operation = 'delete';
--> statement-breakpoint
CREATE OR REPLACE VIEW sensitive_line AS
SELECT c.id * 1000 + l.at AS id, c.id AS change_id, c.create_time, c.change_set_id, c.table_name, c.row_id, p.table_name AS row_table,
  f.resource, f.field, f.kind AS field_kind, f.column_name, f.node AS field_node, p.node, r.name AS rule_name,
  coalesce(w.state ->> p.title_column, c.row_id::text) AS title, w.state, p.scope_column IS NOT NULL AS scoped,
  (w.state ->> p.scope_column)::bigint AS scope_org, author_of_row(w.state) AS create_by,
  coalesce(l.before, 'null') AS before, coalesce(l.after, 'null') AS after,
  s.kind, s.actor_id, s.actor_name, s.address, s.request_id,
  (x.create_time IS NOT NULL)::int::smallint AS rolled_back, x.create_time AS roll_back_time, x.actor_name AS roll_back_name, x.id AS roll_back_set
FROM change c
  -- Most changes are of other fields. This costs less than the search for the line.
  JOIN resource_fields f ON f.source = c.table_name
    AND (f.kind NOT IN ('own', 'secret') OR c.after ? f.column_name OR c.after ? '#secrets' OR c.table_name = f.part)
  JOIN sensitive_rule r ON r.resource = f.resource AND r.status = 1 AND f.field = ANY (r.fields)
  JOIN resource_places p ON p.resource = f.resource
  CROSS JOIN LATERAL (
    SELECT k.ordinality AS at, c.before -> f.column_name AS before, c.after -> f.column_name AS after
    FROM jsonb_object_keys(c.after) WITH ORDINALITY k WHERE f.kind = 'own' AND k.k = f.column_name
    UNION ALL
    SELECT 500 + f.place, NULL, NULL
    WHERE f.kind = 'secret' AND (c.after -> '#secrets' ? f.column_name OR c.table_name = f.part)
    UNION ALL
    SELECT 500 + f.place, o.before -> f.column_name, o.after -> f.column_name FROM change o
    WHERE f.kind = 'one' AND o.change_set_id = c.change_set_id AND o.table_name = f.part AND o.operation = 'update'
      AND o.after ? f.column_name AND owner_of(f.part, f.part_owner, o.row_id) = c.row_id
    UNION ALL
    SELECT 500 + f.place, NULL, NULL
    WHERE f.kind = 'list' AND EXISTS (SELECT FROM change o WHERE o.change_set_id = c.change_set_id AND o.table_name = f.part
      AND (coalesce(o.before, o.after) ->> f.part_owner)::bigint = c.row_id)
  ) l
  CROSS JOIN LATERAL (SELECT last_state(p.table_name, c.row_id) AS state) w
  JOIN change_set s ON s.id = c.change_set_id
  LEFT JOIN LATERAL (
    -- The inner query is not merged: in the order of the ids, all change sets would be read.
    SELECT u.id, u.create_time, u.actor_name FROM (
      SELECT id, create_time, actor_name FROM change_set
      WHERE takes_back IS NOT NULL AND takes_back @> ARRAY[c.id || ':' || f.field] OFFSET 0) u
    WHERE NOT EXISTS (SELECT FROM change_set again WHERE again.undoes_id = u.id) ORDER BY u.id DESC LIMIT 1) x ON true
-- The line comes first, because few changes have one and the state of a row costs a query.
-- The tables are known before the changes are read.
WHERE c.operation = 'update' AND c.table_name = ANY (ARRAY(
    SELECT w.source FROM resource_fields w JOIN sensitive_rule n ON n.resource = w.resource AND n.status = 1 AND w.field = ANY (n.fields)))
  AND (p.only_rows = '{}' OR l.at > 0 AND w.state @> p.only_rows);
