ALTER TABLE "redaction" ALTER COLUMN "account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "redaction" ADD COLUMN "student_id" bigint;--> statement-breakpoint
ALTER TABLE "redaction" ADD CONSTRAINT "redaction_student_time_key" UNIQUE("student_id","create_time");--> statement-breakpoint
ALTER TABLE "redaction" ADD CONSTRAINT "redaction_of" CHECK (num_nonnulls(account_id, student_id) = 1);