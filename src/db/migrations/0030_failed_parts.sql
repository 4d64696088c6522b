ALTER TABLE "fault_report" ADD COLUMN "resource" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "fault_report" ADD COLUMN "part" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "fault_report" ADD COLUMN "row_id" bigint;--> statement-breakpoint
ALTER TABLE "fault_report" ADD COLUMN "message" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "fault_report" ADD COLUMN "stack" text DEFAULT '' NOT NULL;