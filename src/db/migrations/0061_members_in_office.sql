CREATE INDEX "account_user_username_idx" ON "account" USING btree ("username","id") WHERE kind = 'user';--> statement-breakpoint
CREATE INDEX "account_user_nickname_idx" ON "account" USING btree ("nickname","id") WHERE kind = 'user';--> statement-breakpoint
CREATE INDEX "account_user_name_idx" ON "account" USING btree ("name","id") WHERE kind = 'user';--> statement-breakpoint
CREATE INDEX "account_user_status_idx" ON "account" USING btree ("status","id") WHERE kind = 'user';--> statement-breakpoint
CREATE INDEX "account_user_id_idx" ON "account" USING btree ("id") WHERE kind = 'user';--> statement-breakpoint
CREATE INDEX "account_user_create_time_idx" ON "account" USING btree ("create_time" DESC NULLS FIRST,"id") WHERE kind = 'user';--> statement-breakpoint
CREATE INDEX "account_user_update_time_idx" ON "account" USING btree ("update_time" DESC NULLS FIRST,"id") WHERE kind = 'user';--> statement-breakpoint
-- Members have no rights over the back office, so their rows need no check of rights, which lets one transaction after another
-- pass. A member's password asks for the fresh proof alone ('member').
CREATE FUNCTION touch_credential() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner_kind text;
BEGIN
  SELECT kind INTO owner_kind FROM account WHERE id = coalesce(NEW.account_id, OLD.account_id);
  IF owner_kind = 'admin' THEN
    PERFORM set_config('app.identity_touched', 'yes', true);
  ELSIF owner_kind = 'user' AND coalesce(current_setting('app.identity_touched', true), '') = '' THEN
    PERFORM set_config('app.identity_touched', 'member', true);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- What was checked must be what was written.
CREATE OR REPLACE FUNCTION require_identity_check() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  touched text := coalesce(current_setting('app.identity_touched', true), '');
BEGIN
  IF coalesce(current_setting('app.actor_id', true), '') <> '' AND touched <> ''
    AND touched <> coalesce(current_setting('app.identity_checked', true), '') THEN
    RAISE EXCEPTION 'accounts, roles or rules were written without a check' USING ERRCODE = 'check_violation', CONSTRAINT = 'identity_unchecked';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER y_touched ON account;
--> statement-breakpoint
DROP TRIGGER y_checked ON account;
--> statement-breakpoint
DROP TRIGGER y_touched ON credential;
--> statement-breakpoint
CREATE TRIGGER y_touched AFTER INSERT OR UPDATE OR DELETE ON credential FOR EACH ROW EXECUTE FUNCTION touch_credential();
--> statement-breakpoint
DO $$
DECLARE
  event text;
  condition text;
BEGIN
  FOREACH event IN ARRAY ARRAY['INSERT', 'UPDATE', 'DELETE'] LOOP
    condition := CASE event WHEN 'INSERT' THEN 'NEW.kind <> ''user'' OR NEW.super' WHEN 'DELETE' THEN 'OLD.kind <> ''user'' OR OLD.super'
      ELSE 'OLD.kind <> ''user'' OR OLD.super OR NEW.kind <> ''user'' OR NEW.super' END;
    EXECUTE format('CREATE TRIGGER y_touched_%s AFTER %s ON account FOR EACH ROW WHEN (%s) EXECUTE FUNCTION touch_identity()',
      lower(event), event, condition);
    EXECUTE format('CREATE CONSTRAINT TRIGGER y_checked_%s AFTER %s ON account DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (%s) EXECUTE FUNCTION require_identity_check()', lower(event), event, condition);
  END LOOP;
END $$;
