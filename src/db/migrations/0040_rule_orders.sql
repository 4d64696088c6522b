CREATE INDEX "rule_status_idx" ON "rule" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "rule_create_time_idx" ON "rule" USING btree ("create_time" DESC NULLS FIRST,"id");