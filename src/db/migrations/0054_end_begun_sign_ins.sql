-- A new password also ends the sign-ins that were begun with the old one.
CREATE FUNCTION end_begun_sign_ins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sign_in_ticket WHERE account_id = NEW.account_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER n_begun AFTER UPDATE OF password_hash ON credential FOR EACH ROW
WHEN (NEW.password_hash IS DISTINCT FROM OLD.password_hash) EXECUTE FUNCTION end_begun_sign_ins();
