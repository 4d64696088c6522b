ALTER TABLE "data_import" ADD COLUMN "undone" jsonb;
--> statement-breakpoint
-- The deleted rows of a table, the last first.
CREATE INDEX change_deleted_idx ON change (table_name, id DESC) WHERE operation = 'delete';
--> statement-breakpoint
-- As before; the number of the last revision never decreases, so that no number is used for two contents.
CREATE OR REPLACE FUNCTION tell_scheme_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    NEW.revision := greatest(NEW.revision, OLD.revision);
  END IF;
  IF NEW.revision = 0 THEN
    NEW.state := 'draft';
  ELSIF scheme_content(NEW) = (SELECT content FROM exam_scheme_revision WHERE scheme_id = NEW.id AND number = NEW.revision) THEN
    NEW.state := 'published';
  ELSE
    NEW.state := 'changed';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- A restored scheme is there before its revisions are, and only then is it known to be published.
CREATE FUNCTION tell_state_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE exam_scheme SET revision = revision WHERE id = NEW.scheme_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER m_state AFTER INSERT ON exam_scheme_revision FOR EACH ROW EXECUTE FUNCTION tell_state_again();
