CREATE UNLOGGED TABLE "import_unfolded" (
	"import_id" bigint NOT NULL,
	"place" integer NOT NULL,
	"line" integer NOT NULL,
	"field" text,
	"has_row" boolean NOT NULL,
	"problem" text,
	"doubt" text,
	"given" jsonb,
	CONSTRAINT "import_unfolded_import_id_place_pk" PRIMARY KEY("import_id","place")
);
--> statement-breakpoint
CREATE INDEX "import_unfolded_line_idx" ON "import_unfolded" USING btree ("import_id","line");
--> statement-breakpoint
-- The rows that the lines of a file become go with the import too.
CREATE OR REPLACE FUNCTION forget_import_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM import_row WHERE import_id IN (SELECT id FROM gone UNION ALL SELECT -id FROM gone);
  DELETE FROM import_verdict WHERE import_id IN (SELECT id FROM gone UNION ALL SELECT -id FROM gone);
  DELETE FROM import_seen WHERE import_id IN (SELECT id FROM gone UNION ALL SELECT -id FROM gone);
  DELETE FROM import_unfolded WHERE import_id IN (SELECT id FROM gone);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- How many rows a change set has inserted into a table whose insertions are not recorded row by row.
CREATE TABLE change_count (
  change_set_id bigint NOT NULL REFERENCES change_set (id) ON DELETE CASCADE,
  table_name text NOT NULL,
  rows bigint NOT NULL,
  PRIMARY KEY (change_set_id, table_name)
);
--> statement-breakpoint
CREATE FUNCTION count_inserts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added bigint;
BEGIN
  SELECT count(*) INTO added FROM inserted;
  -- Rows that come back are recorded row by row.
  IF added = 0 OR current_setting('app.restoring', true) = 'on' THEN RETURN NULL; END IF;
  INSERT INTO change_count AS known (change_set_id, table_name, rows) VALUES (current_change_set(), TG_TABLE_NAME, added)
  ON CONFLICT (change_set_id, table_name) DO UPDATE SET rows = known.rows + excluded.rows;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Makes the triggers of a table whose insertions are only counted: its rows name their change set in `change_set_id`. All other
-- changes are recorded as usual. `secrets`: columns that the history leaves out.
CREATE FUNCTION record_without_inserts(of_table text, VARIADIC secrets text[] DEFAULT '{}') RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  given text := (SELECT coalesce(string_agg(quote_literal(secret), ', '), '') FROM unnest(secrets) secret);
BEGIN
  EXECUTE format('CREATE TRIGGER z_record AFTER UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION record_change(%s)',
    of_table, given);
  EXECUTE format('CREATE TRIGGER z_record_restored AFTER INSERT ON %I FOR EACH ROW
    WHEN (current_setting(''app.restoring'', true) = ''on'') EXECUTE FUNCTION record_change(%s)', of_table, given);
  EXECUTE format('CREATE TRIGGER z_count AFTER INSERT ON %I REFERENCING NEW TABLE AS inserted
    FOR EACH STATEMENT EXECUTE FUNCTION count_inserts()', of_table);
END $$;
