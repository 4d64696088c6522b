-- Says which table has changed, once a transaction, when it has committed: processes keep what they read from small tables until then.
CREATE FUNCTION notify_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('yardstick_tables', TG_TABLE_NAME);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER n_notify AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON educate_level FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
--> statement-breakpoint
CREATE TRIGGER n_notify AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON area FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
--> statement-breakpoint
CREATE TRIGGER n_notify AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON subject FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
--> statement-breakpoint
-- As before, but a transaction may have taken its number beforehand, so that it can tell it to whoever asked for the change.
CREATE OR REPLACE FUNCTION current_change_set() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  made bigint := nullif(current_setting('app.change_set', true), '')::bigint;
BEGIN
  IF made IS NULL THEN
    INSERT INTO change_set (id, kind, actor_id, actor_name, address, request_id, undoes_id) VALUES (
      coalesce(nullif(current_setting('app.change_set_taken', true), '')::bigint, nextval('change_set_id_seq')),
      coalesce(nullif(current_setting('app.change_kind', true), ''), 'sql'),
      nullif(current_setting('app.actor_id', true), '')::bigint,
      coalesce(current_setting('app.actor_name', true), ''),
      coalesce(current_setting('app.address', true), ''),
      coalesce(current_setting('app.request_id', true), ''),
      nullif(current_setting('app.undoes', true), '')::bigint
    ) RETURNING id INTO made;
    PERFORM set_config('app.change_set', made::text, true);
  END IF;
  RETURN made;
END $$;
