-- As before; a table that points here and has been dropped since protects nothing any more.
CREATE OR REPLACE FUNCTION protect_array_reference() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  used boolean;
BEGIN
  IF to_regclass(quote_ident(TG_ARGV[0])) IS NULL THEN RETURN NULL; END IF;
  EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I WHERE %I @> ARRAY[$1]::bigint[])', TG_ARGV[0], TG_ARGV[1]) INTO used USING OLD.id;
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
  IF to_regclass(quote_ident(TG_ARGV[0])) IS NULL THEN RETURN NULL; END IF;
  EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I WHERE %I @> $1)', TG_ARGV[0], TG_ARGV[1]) INTO used
  USING jsonb_build_array(jsonb_build_object(TG_ARGV[2], OLD.id));
  IF used THEN
    RAISE EXCEPTION 'row % is still referenced from table "%"', OLD.id, TG_ARGV[0]
    USING ERRCODE = 'foreign_key_violation', TABLE = TG_ARGV[0], CONSTRAINT = 'json_reference';
  END IF;
  RETURN NULL;
END $$;
