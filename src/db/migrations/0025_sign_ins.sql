ALTER TABLE "token" ADD COLUMN "spent_time" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "token_family" ADD COLUMN "key_hash" text;--> statement-breakpoint
ALTER TABLE "token_family" ADD COLUMN "earlier_time" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "token_family" ADD COLUMN "earlier_ip" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "token_family_key" ON "token_family" USING btree ("key_hash");--> statement-breakpoint
UPDATE "token" SET "spent_time" = s.used FROM (SELECT parent_hash, min(first_use_time) AS used FROM "token" WHERE first_use_time IS NOT NULL GROUP BY parent_hash) s WHERE s.parent_hash = "token"."hash";--> statement-breakpoint
DROP INDEX "token_parent_idx";--> statement-breakpoint
ALTER TABLE "token" DROP COLUMN "parent_hash";--> statement-breakpoint
UPDATE "token_family" SET "earlier_time" = e.earlier_time, "earlier_ip" = e.earlier_ip FROM (SELECT id, lag(create_time) OVER earlier AS earlier_time, lag(ip, 1, '') OVER earlier AS earlier_ip FROM "token_family" WINDOW earlier AS (PARTITION BY account_id ORDER BY create_time, id)) e WHERE e.id = "token_family"."id";--> statement-breakpoint
-- A locked account's sign-ins end for good, however its status is changed.
CREATE FUNCTION end_sign_ins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM token_family WHERE account_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER n_end_sign_ins AFTER UPDATE OF status ON account FOR EACH ROW WHEN (NEW.status <> 1) EXECUTE FUNCTION end_sign_ins();--> statement-breakpoint
DELETE FROM token_family USING account WHERE account.id = token_family.account_id AND account.status <> 1;
