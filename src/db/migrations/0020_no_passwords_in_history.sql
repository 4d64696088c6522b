-- The columns of a runtime resource's table whose fields are passwords.
CREATE FUNCTION secret_columns(of_table text) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY(
    SELECT lower(regexp_replace(secret #>> '{}', '([A-Z])', '_\1', 'g'))
    FROM resource_description, jsonb_path_query(description, '$.fields[*] ? (@.type == "password").name') secret
    WHERE table_name = of_table
  )
$$;
--> statement-breakpoint
-- Takes the values of these columns out of the history of a table.
CREATE FUNCTION forget_secrets(of_table text, secrets text[]) RETURNS void LANGUAGE sql AS $$
  UPDATE change SET before = before - secrets, after = after - secrets
  WHERE table_name = of_table AND (before ?| secrets OR after ?| secrets)
$$;
--> statement-breakpoint
-- As before, without passwords: those of a description, and the columns that the trigger names as its arguments. A change
-- of nothing else is recorded without values.
CREATE OR REPLACE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  skipped text[] := ARRAY['version', 'create_by', 'create_time', 'update_by', 'update_time', 'path'];
  secrets text[] := coalesce(TG_ARGV, '{}');
  old_row jsonb := CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE to_jsonb(OLD) - 'search_grams' END;
  new_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE to_jsonb(NEW) - 'search_grams' END;
  old_part jsonb;
  new_part jsonb;
BEGIN
  IF starts_with(TG_TABLE_NAME, 'res_') THEN
    secrets := secrets || secret_columns(TG_TABLE_NAME);
  END IF;
  IF TG_OP = 'UPDATE' THEN
    SELECT jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, new_row -> o.key) INTO old_part, new_part
    FROM jsonb_each(old_row - skipped) o WHERE o.value IS DISTINCT FROM new_row -> o.key;
    IF old_part IS NULL THEN RETURN NULL; END IF;
  ELSE
    old_part := old_row;
    new_part := new_row;
  END IF;
  INSERT INTO change (change_set_id, table_name, row_id, operation, before, after)
  VALUES (current_change_set(), TG_TABLE_NAME, coalesce(new_row ->> 'id', old_row ->> 'id')::bigint, lower(TG_OP),
    old_part - secrets, new_part - secrets);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- What was recorded so far. Descriptions of the past count as well: one may have been changed or deleted since.
DO $$
DECLARE
  known record;
BEGIN
  FOR known IN
    WITH stored AS (
      SELECT id, table_name::text, description FROM resource_description
      UNION ALL
      SELECT row_id, part ->> 'table_name', part -> 'description'
      FROM change, LATERAL (VALUES (before), (after)) parts (part) WHERE table_name = 'resource_description'
    ), tables AS (
      SELECT id, max(table_name) AS table_name FROM stored GROUP BY id
    )
    SELECT tables.table_name, array_agg(DISTINCT lower(regexp_replace(secret #>> '{}', '([A-Z])', '_\1', 'g'))) AS secrets
    FROM stored JOIN tables USING (id), jsonb_path_query(description, '$.fields[*] ? (@.type == "password").name') secret
    WHERE tables.table_name IS NOT NULL GROUP BY tables.table_name
  LOOP
    PERFORM forget_secrets(known.table_name, known.secrets);
  END LOOP;
END $$;
