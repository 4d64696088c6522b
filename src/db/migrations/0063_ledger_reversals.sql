ALTER TABLE "money_log" DROP CONSTRAINT "money_log_reverses_key";--> statement-breakpoint
ALTER TABLE "score_log" DROP CONSTRAINT "score_log_reverses_key";--> statement-breakpoint
CREATE UNIQUE INDEX "money_log_reverses_key" ON "money_log" USING btree ("reverses") WHERE reverses is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "score_log_reverses_key" ON "score_log" USING btree ("reverses") WHERE reverses is not null;