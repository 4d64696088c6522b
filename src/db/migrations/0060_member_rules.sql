DROP INDEX "member_group_for_new_key";--> statement-breakpoint
ALTER TABLE "member_group" ADD CONSTRAINT "member_group_new_on" CHECK (status = 1 or not for_new);--> statement-breakpoint
DROP TRIGGER b_for_new ON member_group;
--> statement-breakpoint
-- Of two that are chosen at once, the second waits for the group before, and then sees the first.
CREATE OR REPLACE FUNCTION one_group_of_new_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM member_group WHERE for_new AND id <> NEW.id FOR NO KEY UPDATE;
  UPDATE member_group SET for_new = false WHERE for_new AND id <> NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER n_for_new AFTER INSERT OR UPDATE OF for_new ON member_group FOR EACH ROW WHEN (NEW.for_new)
EXECUTE FUNCTION one_group_of_new_members();
--> statement-breakpoint
-- There is always one. It is checked at the commit, so that an undo may delete a group and give its place back.
CREATE FUNCTION keep_new_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM member_group WHERE for_new) <> 1 THEN
    RAISE EXCEPTION 'one group takes the new members'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'member_group_for_new', TABLE = 'member_group';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER x_for_new AFTER INSERT OR UPDATE OR DELETE ON member_group DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION keep_new_members();
--> statement-breakpoint
-- Visitors have only routes, entries of the top bar and buttons of the member side, whoever writes the rule.
CREATE FUNCTION keep_from_visitors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.no_login_valid := NEW.area = 'user' AND NEW.type IN ('route', 'nav', 'button');
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER b_visitors BEFORE INSERT OR UPDATE ON rule FOR EACH ROW
WHEN (NEW.no_login_valid) EXECUTE FUNCTION keep_from_visitors();
--> statement-breakpoint
-- Pages of the public site are kept with the entries of its top bar.
CREATE TRIGGER n_notify AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON rule FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
