CREATE TABLE "announcement_mail" (
	"announcement_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"message_id" bigint NOT NULL,
	CONSTRAINT "announcement_mail_announcement_id_account_id_pk" PRIMARY KEY("announcement_id","account_id"),
	CONSTRAINT "announcement_mail_message_key" UNIQUE("message_id")
);
--> statement-breakpoint
CREATE TABLE "announcement_mailing" (
	"announcement_id" bigint PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"last_account_id" bigint DEFAULT 0 NOT NULL,
	"done" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_preference" ADD COLUMN "notice_mail" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "message_out" ADD COLUMN "notice_kind" varchar(40);--> statement-breakpoint
ALTER TABLE "announcement_mail" ADD CONSTRAINT "announcement_mail_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_mailing" ADD CONSTRAINT "announcement_mailing_announcement_id_announcement_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcement"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcement_mail_account_idx" ON "announcement_mail" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "account_preference_announcement_idx" ON "account_preference" USING btree ("account_id") WHERE notice_mail @> '{"announcement": true}';
--> statement-breakpoint
-- A message that waits goes with its row: the account was deleted.
CREATE FUNCTION forget_mail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE message_out SET state = 'cancelled', sealed = '', next_time = NULL, end_time = clock_timestamp()
    WHERE id = OLD.message_id AND state = 'waiting';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER n_forget AFTER DELETE ON announcement_mail FOR EACH ROW EXECUTE FUNCTION forget_mail();
--> statement-breakpoint
-- Messages that no attempt was made for are cancelled when their announcement changes. They are made again as it is
-- then. The messages come first, so that one that is being sent keeps its row.
CREATE FUNCTION renew_mail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH gone AS (
    UPDATE message_out SET state = 'cancelled', sealed = '', next_time = NULL, end_time = clock_timestamp()
      WHERE id IN (SELECT message_id FROM announcement_mail WHERE announcement_id = OLD.id)
        AND state = 'waiting' AND tries = '[]'
      RETURNING id
  ) DELETE FROM announcement_mail WHERE announcement_id = OLD.id AND message_id IN (SELECT id FROM gone);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER n_mail_changed AFTER UPDATE ON announcement FOR EACH ROW WHEN (OLD.version <> NEW.version) EXECUTE FUNCTION renew_mail();
--> statement-breakpoint
CREATE TRIGGER n_mail_deleted AFTER DELETE ON announcement FOR EACH ROW EXECUTE FUNCTION renew_mail();
