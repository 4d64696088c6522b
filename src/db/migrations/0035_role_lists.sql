CREATE INDEX "role_status_idx" ON "role" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "role_create_time_idx" ON "role" USING btree ("create_time" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "role_update_time_idx" ON "role" USING btree ("update_time" DESC NULLS FIRST,"id");