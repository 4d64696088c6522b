-- Super administrators hold everything, so the permissions of somebody who becomes one or is one no longer are others.
CREATE CONSTRAINT TRIGGER y_epoch AFTER UPDATE ON account DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (OLD.super IS DISTINCT FROM NEW.super) EXECUTE FUNCTION move_permission_epoch();
