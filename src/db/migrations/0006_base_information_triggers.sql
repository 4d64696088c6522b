-- A foreign key for ids inside a list of objects. Arguments: the jsonb column, the key of the ids, the table they point to.
CREATE FUNCTION check_json_reference() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids bigint[] := ARRAY(
    SELECT (item ->> TG_ARGV[1])::bigint FROM jsonb_array_elements(to_jsonb(NEW) -> TG_ARGV[0]) item WHERE item ->> TG_ARGV[1] IS NOT NULL
  );
  found bigint;
BEGIN
  IF cardinality(ids) = 0 THEN RETURN NULL; END IF;
  EXECUTE format('SELECT count(*) FROM (SELECT 1 FROM %I WHERE id = ANY ($1) FOR KEY SHARE) held', TG_ARGV[2]) INTO found USING ids;
  IF found < (SELECT count(DISTINCT id) FROM unnest(ids) id) THEN
    RAISE EXCEPTION 'column % of % points to rows that do not exist', TG_ARGV[0], TG_TABLE_NAME
    USING ERRCODE = 'foreign_key_violation', TABLE = TG_TABLE_NAME, COLUMN = TG_ARGV[0];
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The other half, on the table pointed to. Arguments: the table that points, its jsonb column, the key of the ids.
CREATE FUNCTION protect_json_reference() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  used boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I WHERE %I @> $1)', TG_ARGV[0], TG_ARGV[1]) INTO used
  USING jsonb_build_array(jsonb_build_object(TG_ARGV[2], OLD.id));
  IF used THEN
    RAISE EXCEPTION 'row % is still referenced from table "%"', OLD.id, TG_ARGV[0]
    USING ERRCODE = 'foreign_key_violation', TABLE = TG_ARGV[0], CONSTRAINT = 'json_reference';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The school year at a moment, by the year in whose September it began, in the site's time zone.
CREATE FUNCTION school_year(at timestamptz DEFAULT now()) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT extract(year FROM (at AT TIME ZONE coalesce((SELECT value #>> '{}' FROM config WHERE name = 'timeZone'), 'Asia/Shanghai'))
    - interval '8 months')::integer
$$;
--> statement-breakpoint
-- What follows from the date for a student year; PostgreSQL reads `student_year.phase` as this function of the row.
CREATE FUNCTION phase(student_year) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN school_year() < $1.entry_year THEN 'upcoming'
    WHEN school_year() < $1.graduation_year THEN 'current'
    ELSE 'graduated'
  END
$$;
--> statement-breakpoint
CREATE FUNCTION grade(student_year) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN phase($1) = 'current' THEN
    (SELECT grade_names[school_year() - $1.entry_year + 1] FROM educate_level WHERE id = $1.level_id)
  END
$$;
--> statement-breakpoint
-- What a revision keeps of a scheme.
CREATE FUNCTION scheme_content(exam_scheme) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('name', $1.name, 'levelId', $1.level_id, 'subjects', $1.subjects, 'choice', $1.choice,
    'combinations', $1.combinations, 'assign', $1.assign, 'assignBands', $1.assign_bands, 'assignFlat', $1.assign_flat,
    'assignZero', $1.assign_zero, 'bands', $1.bands, 'lines', $1.lines)
$$;
--> statement-breakpoint
-- Whether the scheme is what was published last, whoever wrote it and by whatever way.
CREATE FUNCTION tell_scheme_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
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
CREATE FUNCTION keep_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a published revision never changes' USING ERRCODE = 'check_violation', CONSTRAINT = 'revision_frozen';
END $$;
--> statement-breakpoint
DO $$
DECLARE
  recorded text;
BEGIN
  FOREACH recorded IN ARRAY ARRAY['subject', 'student_year', 'exam_scheme', 'exam_scheme_revision'] LOOP
    EXECUTE format('CREATE TRIGGER a_stamp BEFORE INSERT OR UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION stamp_row()', recorded);
    EXECUTE format('CREATE TRIGGER z_record AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION record_change()', recorded);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE TRIGGER b_state BEFORE INSERT OR UPDATE ON exam_scheme FOR EACH ROW EXECUTE FUNCTION tell_scheme_state();
--> statement-breakpoint
CREATE TRIGGER b_frozen BEFORE UPDATE ON exam_scheme_revision FOR EACH ROW EXECUTE FUNCTION keep_frozen();
--> statement-breakpoint
CREATE TRIGGER c_levels AFTER INSERT OR UPDATE OF level_ids ON subject FOR EACH ROW
EXECUTE FUNCTION check_array_reference('level_ids', 'educate_level');
--> statement-breakpoint
CREATE TRIGGER c_subjects AFTER DELETE ON educate_level FOR EACH ROW
EXECUTE FUNCTION protect_array_reference('subject', 'level_ids');
--> statement-breakpoint
CREATE TRIGGER c_subjects AFTER INSERT OR UPDATE OF subjects ON exam_scheme FOR EACH ROW
EXECUTE FUNCTION check_json_reference('subjects', 'subjectId', 'subject');
--> statement-breakpoint
CREATE TRIGGER c_schemes AFTER DELETE ON subject FOR EACH ROW
EXECUTE FUNCTION protect_json_reference('exam_scheme', 'subjects', 'subjectId');
--> statement-breakpoint
CREATE TRIGGER c_subjects AFTER INSERT ON exam_scheme_revision FOR EACH ROW
EXECUTE FUNCTION check_array_reference('subject_ids', 'subject');
--> statement-breakpoint
CREATE TRIGGER c_revisions AFTER DELETE ON subject FOR EACH ROW
EXECUTE FUNCTION protect_array_reference('exam_scheme_revision', 'subject_ids');
