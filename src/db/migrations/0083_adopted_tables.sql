-- The column of a field of a runtime resource.
CREATE FUNCTION column_in(names jsonb, field text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(names ->> field, column_of(field))
$$;
--> statement-breakpoint
-- As before, with columns that have names of their own. Those that were passwords and are set aside stay secret.
CREATE OR REPLACE FUNCTION secret_columns(of_table text) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY(
    SELECT column_in(columns, secret #>> '{}')
    FROM resource_description, jsonb_path_query(description, '$.fields[*] ? (@.type == "password").name') secret
    WHERE table_name = of_table
    UNION ALL
    SELECT attname FROM pg_attribute
    WHERE attrelid = to_regclass(format('public.%I', of_table)) AND starts_with(attname, 'gone_secret_')
  )
$$;
--> statement-breakpoint
CREATE OR REPLACE VIEW resource_places AS
SELECT resource::text, table_name::text, title_column, node, only_rows, NULL::text AS scope_column FROM resource_place
UNION ALL
SELECT key, table_name, column_in(columns, description ->> 'rowTitle'), (description ->> 'menu') || '/index', '{}', column_in(columns, scope_field)
FROM resource_description;
--> statement-breakpoint
CREATE OR REPLACE VIEW resource_fields AS
SELECT f.resource::text, f.field::text, f.kind::text, f.column_name, f.part, f.part_owner, f.node, f.place::int, p.table_name::text AS source
FROM resource_field f JOIN resource_place p USING (resource)
UNION ALL
SELECT resource, field, kind, column_name, part, part_owner, node, place::int, part FROM resource_field WHERE kind = 'secret' AND part IS NOT NULL
UNION ALL
SELECT d.key, f.value ->> 'name', CASE WHEN f.value ->> 'type' = 'password' THEN 'secret' ELSE 'own' END, column_in(d.columns, f.value ->> 'name'),
  NULL, NULL, f.value ->> 'node', f.ordinality::int, d.table_name
FROM resource_description d, jsonb_array_elements(d.description -> 'fields') WITH ORDINALITY f;
--> statement-breakpoint
-- As before. The arguments are columns that the database computes: before the trigger they are empty, which is no change.
CREATE OR REPLACE FUNCTION stamp_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  actor bigint := nullif(current_setting('app.actor_id', true), '')::bigint;
  derived text[] := ARRAY['path', 'search_grams'] || coalesce(TG_ARGV, '{}');
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
  ELSIF (to_jsonb(NEW) - derived) IS DISTINCT FROM (to_jsonb(OLD) - derived) THEN
    NEW.version := OLD.version + 1;
    NEW.create_by := OLD.create_by;
    NEW.create_time := OLD.create_time;
    NEW.update_by := actor;
    NEW.update_time := now();
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- As before, without the passwords of every described table. Rows of a part are recorded under the name of the whole table.
CREATE OR REPLACE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  skipped text[] := ARRAY['version', 'create_by', 'create_time', 'update_by', 'update_time', 'path'];
  secrets text[] := coalesce(TG_ARGV, '{}');
  old_row jsonb := CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE to_jsonb(OLD) - 'search_grams' END;
  new_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE to_jsonb(NEW) - 'search_grams' END;
  whole oid := pg_partition_root(TG_RELID);
  recorded text := TG_TABLE_NAME;
  old_part jsonb;
  new_part jsonb;
BEGIN
  IF whole IS NOT NULL THEN
    SELECT relname INTO recorded FROM pg_class WHERE oid = whole;
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
