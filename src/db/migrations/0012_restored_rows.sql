-- As before; a row that comes back after it was deleted keeps who made it and when, and goes on from its last version.
CREATE OR REPLACE FUNCTION stamp_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  actor bigint := nullif(current_setting('app.actor_id', true), '')::bigint;
  derived text[] := ARRAY['path', 'search_grams'];
BEGIN
  IF TG_OP = 'INSERT' AND current_setting('app.restoring', true) = 'on' THEN
    NEW.version := coalesce(NEW.version, 0) + 1;
    NEW.update_by := actor;
    NEW.update_time := now();
  ELSIF TG_OP = 'INSERT' THEN
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
