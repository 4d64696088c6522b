CREATE TABLE "account_preference" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"language" varchar(5) DEFAULT '' NOT NULL,
	"time_format" varchar(8) DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "admin_profile" ADD COLUMN "signature" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "account_preference" ADD CONSTRAINT "account_preference_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;