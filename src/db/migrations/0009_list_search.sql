-- The site's time zone, for what "today" means.
CREATE FUNCTION site_time_zone() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce((SELECT value #>> '{}' FROM config WHERE name = 'timeZone'), 'Asia/Shanghai')
$$;
--> statement-breakpoint
CREATE TRIGGER n_notify AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON config FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
--> statement-breakpoint
-- Every sign and every pair of neighbouring signs of some texts, as numbers: what a quick search looks up in an index. Two pairs
-- may share a number, so whoever finds a row looks at its texts as well.
CREATE FUNCTION search_grams(VARIADIC texts text[]) RETURNS integer[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  one text;
  sign text;
  found integer[] := '{}';
  last integer;
  this integer;
BEGIN
  FOREACH one IN ARRAY texts LOOP
    last := 0;
    FOREACH sign IN ARRAY coalesce(string_to_array(lower(one COLLATE "und-x-icu"), NULL), '{}') LOOP
      this := ascii(sign);
      found := found || this;
      IF last <> 0 THEN
        found := found || (((last & 32767) << 16) | (this & 65535));
      END IF;
      last := this;
    END LOOP;
  END LOOP;
  RETURN found;
END $$;
--> statement-breakpoint
-- What a row must have to contain a word: its pairs, or its one sign.
CREATE FUNCTION search_word(word text) RETURNS integer[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  signs text[] := string_to_array(lower(word COLLATE "und-x-icu"), NULL);
  found integer[] := '{}';
BEGIN
  IF cardinality(signs) = 1 THEN RETURN ARRAY[ascii(signs[1])]; END IF;
  FOR i IN 2..cardinality(signs) LOOP
    found := found || (((ascii(signs[i - 1]) & 32767) << 16) | (ascii(signs[i]) & 65535));
  END LOOP;
  RETURN found;
END $$;
--> statement-breakpoint
-- As before; what the search looks up is derived like a path, and no part of the history.
CREATE OR REPLACE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  skipped text[] := ARRAY['version', 'create_by', 'create_time', 'update_by', 'update_time', 'path'];
  old_row jsonb := CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE to_jsonb(OLD) - 'search_grams' END;
  new_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE to_jsonb(NEW) - 'search_grams' END;
  old_part jsonb;
  new_part jsonb;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, new_row -> o.key) INTO old_part, new_part
    FROM jsonb_each(old_row - skipped) o WHERE o.value IS DISTINCT FROM new_row -> o.key;
    IF old_part IS NULL THEN RETURN NULL; END IF;
  ELSE
    old_part := old_row;
    new_part := new_row;
  END IF;
  INSERT INTO change (change_set_id, table_name, row_id, operation, before, after)
  VALUES (current_change_set(), TG_TABLE_NAME, coalesce(new_row ->> 'id', old_row ->> 'id')::bigint, lower(TG_OP), old_part, new_part);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION stamp_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  actor bigint := nullif(current_setting('app.actor_id', true), '')::bigint;
  derived text[] := ARRAY['path', 'search_grams'];
BEGIN
  IF TG_OP = 'INSERT' THEN
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
