CREATE INDEX "import_verdict_parent_idx" ON "import_verdict" USING btree ("import_id","parent_row") WHERE parent_row is not null;--> statement-breakpoint
-- The number of levels of a path: `/1/5/` has two.
CREATE FUNCTION tree_levels(path text) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN length(path) - length(replace(path, '/', '')) - 1;
--> statement-breakpoint
-- As before, with at most 32 levels. What an earlier release has put deeper stays, and may move up.
CREATE OR REPLACE FUNCTION place_in_tree() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  parent_path text := '/';
  levels int;
  deepest int;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.pid IS NOT DISTINCT FROM OLD.pid THEN RETURN NEW; END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM pg_advisory_xact_lock_shared(hashtext('tree:' || TG_TABLE_NAME));
  ELSE
    PERFORM pg_advisory_xact_lock(hashtext('tree:' || TG_TABLE_NAME));
  END IF;
  IF NEW.pid IS NOT NULL THEN
    EXECUTE format('SELECT path FROM %I WHERE id = $1', TG_TABLE_NAME) INTO parent_path USING NEW.pid;
    IF parent_path IS NULL THEN
      RAISE EXCEPTION 'parent % does not exist', NEW.pid USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'tree_parent';
    END IF;
    IF TG_OP = 'UPDATE' AND starts_with(parent_path, OLD.path) THEN
      RAISE EXCEPTION 'a row cannot lie under itself' USING ERRCODE = 'check_violation', CONSTRAINT = 'tree_cycle';
    END IF;
  END IF;
  NEW.path := parent_path || NEW.id || '/';
  levels := tree_levels(NEW.path);
  deepest := levels;
  IF TG_OP = 'UPDATE' THEN
    -- A row that does not get deeper takes nothing below it any deeper.
    IF levels <= tree_levels(OLD.path) THEN RETURN NEW; END IF;
    EXECUTE format('SELECT max(tree_levels(path)) FROM %I WHERE path LIKE $1', TG_TABLE_NAME) INTO deepest USING OLD.path || '%';
    deepest := coalesce(deepest, tree_levels(OLD.path)) + levels - tree_levels(OLD.path);
  END IF;
  IF deepest > 32 THEN
    RAISE EXCEPTION 'a tree has at most 32 levels' USING ERRCODE = 'check_violation', CONSTRAINT = 'tree_depth';
  END IF;
  RETURN NEW;
END $$;
