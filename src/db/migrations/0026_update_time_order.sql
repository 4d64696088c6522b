CREATE INDEX "educate_level_update_time_idx" ON "educate_level" USING btree ("update_time" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "student_year_update_time_idx" ON "student_year" USING btree ("update_time" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "subject_update_time_idx" ON "subject" USING btree ("update_time" DESC NULLS FIRST,"id");