-- Finds the profiles and identities that an account has had, when a person is taken out of the history.
CREATE INDEX change_person_idx ON change ((coalesce(before, after) ->> 'account_id'))
WHERE operation <> 'update' AND table_name IN ('admin_profile', 'member_profile', 'external_identity');
--> statement-breakpoint
-- As before; what the database generates is not there yet when the trigger looks at the new row.
CREATE OR REPLACE FUNCTION keep_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  free text[] := ARRAY['memo', 'version', 'update_by', 'update_time', 'prev_seq'];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF current_setting('app.redacting', true) = 'yes' AND to_jsonb(OLD) - free = to_jsonb(NEW) - free THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'entries of % are neither changed nor deleted', TG_TABLE_NAME
    USING ERRCODE = 'check_violation', CONSTRAINT = TG_TABLE_NAME || '_kept', TABLE = TG_TABLE_NAME;
END $$;
