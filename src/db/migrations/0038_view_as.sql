ALTER TABLE "token_family" ADD COLUMN "view_account_id" bigint;--> statement-breakpoint
ALTER TABLE "token_family" ADD COLUMN "view_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "token_family" ADD CONSTRAINT "token_family_view_account_id_account_id_fk" FOREIGN KEY ("view_account_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "token_family_view_idx" ON "token_family" USING btree ("view_account_id") WHERE view_account_id is not null;