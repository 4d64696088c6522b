-- A table of other programs may point to rows of a resource by keys that are no ids. A column of ids stands beside the
-- column of keys, and each of them follows the other: whoever writes the id gives the row its key, and whoever writes
-- the key its id. Arguments: the column of keys, that of ids, the table pointed to, and its column of keys.
CREATE FUNCTION follow_key() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  there text := place_of_table(TG_ARGV[2]);
  own text := format('SELECT to_jsonb(($1).%I), ($1).%I', TG_ARGV[0], TG_ARGV[1]);
  key_before jsonb;
  key_now jsonb;
  key_there jsonb;
  id_before bigint;
  id_now bigint;
BEGIN
  -- The row of that key has come after this one, or another trigger has changed the key.
  IF TG_WHEN = 'AFTER' THEN
    EXECUTE format('UPDATE %s own SET %I = there.id FROM %s there WHERE own.id = $1 AND own.%I IS NULL AND there.%I = own.%I',
      TG_RELID::regclass, TG_ARGV[1], there, TG_ARGV[1], TG_ARGV[3], TG_ARGV[0]) USING NEW.id;
    RETURN NULL;
  END IF;
  EXECUTE own INTO key_now, id_now USING NEW;
  IF TG_OP = 'UPDATE' THEN EXECUTE own INTO key_before, id_before USING OLD; END IF;
  IF id_now IS DISTINCT FROM id_before AND (id_now IS NOT NULL OR key_now IS NULL OR key_now = key_before) THEN
    IF id_now IS NOT NULL THEN
      -- Keys of a fixed length are padded with blanks, which belong to the type and not to the value.
      EXECUTE format('SELECT CASE pg_typeof(%1$I) WHEN ''bpchar''::regtype THEN to_jsonb(%1$I::text) ELSE to_jsonb(%1$I) END
        FROM %2$s WHERE id = $1', TG_ARGV[3], there) INTO key_there USING id_now;
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
    EXECUTE format('SELECT id FROM %s WHERE %I = ($1).%I', there, TG_ARGV[3], TG_ARGV[0]) INTO id_now USING NEW;
    RETURN jsonb_populate_record(NEW, jsonb_build_object(TG_ARGV[1], id_now));
  END IF;
  RETURN NEW;
EXCEPTION WHEN undefined_table OR undefined_column THEN
  -- Others have renamed what is read here. Their own writes go on.
  RETURN NEW;
END $$;
--> statement-breakpoint
-- The id of the row with a key. A new column gets its ids by a change of its type, which neither triggers nor rules of
-- the table hear of. Rows that a policy hides are not taken for missing: the statement is refused.
CREATE FUNCTION id_of_key(there text, there_key text, key anyelement) RETURNS bigint
LANGUAGE plpgsql STABLE SET row_security = off AS $$
DECLARE
  found bigint;
BEGIN
  IF key IS NOT NULL THEN
    EXECUTE format('SELECT id FROM %s WHERE %I = $1', place_of_table(there), there_key) INTO found USING key;
  END IF;
  RETURN found;
END $$;
