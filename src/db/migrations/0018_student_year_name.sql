-- As before; a name that is left out counts as empty, also where the year of graduation is told.
CREATE OR REPLACE FUNCTION complete_student_year() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  level educate_level;
BEGIN
  IF NEW.graduation_year IS NULL OR coalesce(NEW.name, '') = '' THEN
    SELECT * INTO level FROM educate_level WHERE id = NEW.level_id;
    NEW.graduation_year := coalesce(NEW.graduation_year, NEW.entry_year + level.years);
    NEW.name := coalesce(nullif(NEW.name, ''), level.name || NEW.entry_year || '级');
  END IF;
  RETURN NEW;
END $$;
