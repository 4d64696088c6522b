-- The names of groups are kept in memory, until one changes.
CREATE TRIGGER n_notify AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON member_group FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
