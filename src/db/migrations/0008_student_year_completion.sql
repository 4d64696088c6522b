-- What was left empty follows from the level, by whatever way the row is written.
CREATE FUNCTION complete_student_year() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  level educate_level;
BEGIN
  IF NEW.graduation_year IS NULL OR NEW.name = '' THEN
    SELECT * INTO level FROM educate_level WHERE id = NEW.level_id;
    NEW.graduation_year := coalesce(NEW.graduation_year, NEW.entry_year + level.years);
    NEW.name := coalesce(nullif(NEW.name, ''), level.name || NEW.entry_year || '级');
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER b_complete BEFORE INSERT OR UPDATE ON student_year FOR EACH ROW EXECUTE FUNCTION complete_student_year();
