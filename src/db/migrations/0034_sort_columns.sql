CREATE INDEX "organization_type_idx" ON "organization" USING btree ("type","id");--> statement-breakpoint
CREATE INDEX "organization_status_idx" ON "organization" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "educate_level_status_idx" ON "educate_level" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "exam_scheme_revision_idx" ON "exam_scheme" USING btree ("revision","id");--> statement-breakpoint
CREATE INDEX "exam_scheme_choice_idx" ON "exam_scheme" USING btree ("choice","id");--> statement-breakpoint
CREATE INDEX "exam_scheme_status_idx" ON "exam_scheme" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "student_year_status_idx" ON "student_year" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "subject_status_idx" ON "subject" USING btree ("status","id");