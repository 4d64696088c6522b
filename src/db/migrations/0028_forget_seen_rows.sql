-- What a check has seen goes with its import too.
CREATE OR REPLACE FUNCTION forget_import_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM import_row WHERE import_id IN (SELECT id FROM gone);
  DELETE FROM import_verdict WHERE import_id IN (SELECT id FROM gone);
  DELETE FROM import_seen WHERE import_id IN (SELECT id FROM gone);
  RETURN NULL;
END $$;
--> statement-breakpoint
DELETE FROM import_seen s WHERE NOT EXISTS (SELECT FROM data_import i WHERE i.id = s.import_id);
