ALTER TABLE "confirmed_address" ADD COLUMN "side" varchar(5) DEFAULT 'user' NOT NULL;--> statement-breakpoint
UPDATE confirmed_address c SET side = a.kind FROM account a WHERE a.id = c.account_id;
--> statement-breakpoint
-- What an account has no more, and of several that have confirmed one address all but the latest.
DELETE FROM confirmed_address c USING account a WHERE a.id = c.account_id
  AND lower(c.address) <> lower(CASE c.channel WHEN 'mail' THEN a.email ELSE a.phone END);
--> statement-breakpoint
DELETE FROM confirmed_address c USING confirmed_address later
WHERE later.side = c.side AND later.channel = c.channel AND lower(later.address) = lower(c.address)
  AND (later.confirm_time, later.account_id) > (c.confirm_time, c.account_id);
--> statement-breakpoint
CREATE UNIQUE INDEX "confirmed_address_key" ON "confirmed_address" USING btree ("side","channel",lower("address"));
--> statement-breakpoint
CREATE FUNCTION side_of_confirmed_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.side := (SELECT kind FROM account WHERE id = NEW.account_id);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER b_side BEFORE INSERT OR UPDATE ON confirmed_address FOR EACH ROW EXECUTE FUNCTION side_of_confirmed_address();
--> statement-breakpoint
-- A confirmation ends with the address, whoever changes it: by hand, by an import, by an undo.
CREATE FUNCTION end_confirmed_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM confirmed_address WHERE account_id = NEW.id
    AND lower(address) <> lower(CASE channel WHEN 'mail' THEN NEW.email ELSE NEW.phone END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER n_confirmed AFTER UPDATE ON account FOR EACH ROW
WHEN (lower(NEW.email) <> lower(OLD.email) OR NEW.phone <> OLD.phone) EXECUTE FUNCTION end_confirmed_address();
