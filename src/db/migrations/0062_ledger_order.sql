-- An entry has the time at which it moves the balance, so that the entries of a member are in one order by number and by time.
-- Who has not enough is refused with what there is.
CREATE OR REPLACE FUNCTION enter_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text := TG_ARGV[0];
  taken record;
  negative boolean;
BEGIN
  IF NEW.reverses IS NOT NULL THEN
    EXECUTE format('SELECT account_id, amount FROM %I WHERE id = $1', TG_TABLE_NAME) INTO taken USING NEW.reverses;
    IF taken.account_id IS DISTINCT FROM NEW.account_id OR taken.amount IS DISTINCT FROM -NEW.amount THEN
      RAISE EXCEPTION 'this entry does not take back entry %', NEW.reverses
        USING ERRCODE = 'check_violation', CONSTRAINT = TG_TABLE_NAME || '_reversal', TABLE = TG_TABLE_NAME;
    END IF;
  END IF;
  EXECUTE format('UPDATE member_balance SET %1$I = %1$I + $2, %2$I = coalesce(%2$I, 0) + 1 WHERE account_id = $1
    RETURNING %1$I, %2$I', kind, kind || '_seq') INTO NEW.after, NEW.seq USING NEW.account_id, NEW.amount;
  IF NEW.seq IS NULL THEN
    RAISE EXCEPTION 'account % is no member', NEW.account_id
      USING ERRCODE = 'check_violation', CONSTRAINT = TG_TABLE_NAME || '_member', TABLE = TG_TABLE_NAME;
  END IF;
  NEW.before := NEW.after - NEW.amount;
  NEW.create_time := clock_timestamp();
  IF NEW.after < 0 AND NEW.amount < 0 THEN
    SELECT value = 'true' INTO negative FROM config WHERE name = 'negative' || initcap(kind);
    IF negative IS NOT TRUE THEN
      RAISE EXCEPTION 'member % has not enough', NEW.account_id
        USING ERRCODE = 'check_violation', CONSTRAINT = TG_TABLE_NAME || '_enough', TABLE = TG_TABLE_NAME, DETAIL = NEW.before::text;
    END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Imports write the entries of many members in the order of their file, so each waits until others who write many are done.
CREATE FUNCTION take_ledger_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('app.change_kind', true) = 'import' THEN
    PERFORM pg_advisory_xact_lock(hashtext(TG_TABLE_NAME));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER a_turn BEFORE INSERT ON money_log FOR EACH STATEMENT EXECUTE FUNCTION take_ledger_turn();
--> statement-breakpoint
CREATE TRIGGER a_turn BEFORE INSERT ON score_log FOR EACH STATEMENT EXECUTE FUNCTION take_ledger_turn();
--> statement-breakpoint
-- Nor are the ledgers emptied, but by the restoration of a backup.
CREATE FUNCTION keep_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('app.emptying', true) = 'yes' THEN RETURN NULL; END IF;
  RAISE EXCEPTION '% is not emptied', TG_TABLE_NAME
    USING ERRCODE = 'check_violation', CONSTRAINT = TG_TABLE_NAME || '_kept', TABLE = TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER b_emptied BEFORE TRUNCATE ON money_log FOR EACH STATEMENT EXECUTE FUNCTION keep_ledger();
--> statement-breakpoint
CREATE TRIGGER b_emptied BEFORE TRUNCATE ON score_log FOR EACH STATEMENT EXECUTE FUNCTION keep_ledger();
--> statement-breakpoint
CREATE TRIGGER b_emptied BEFORE TRUNCATE ON member_balance FOR EACH STATEMENT EXECUTE FUNCTION keep_ledger();
