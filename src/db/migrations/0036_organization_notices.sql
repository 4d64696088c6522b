-- Processes keep the figures of the dashboard until an organization changes.
CREATE TRIGGER n_notify AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON organization FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
