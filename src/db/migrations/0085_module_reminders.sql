CREATE TABLE "module_reminded" (
	"uid" varchar(20) NOT NULL,
	"key" varchar(20) NOT NULL,
	"row_id" bigint NOT NULL,
	"day" date NOT NULL,
	"account_id" bigint NOT NULL,
	CONSTRAINT "module_reminded_uid_key_row_id_day_account_id_pk" PRIMARY KEY("uid","key","row_id","day","account_id")
);
--> statement-breakpoint
ALTER TABLE "message_template" DROP CONSTRAINT "message_template_key";--> statement-breakpoint
ALTER TABLE "message_template" ADD COLUMN "part" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "module_reminded" ADD CONSTRAINT "module_reminded_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "module_reminded_day_idx" ON "module_reminded" USING btree ("day");--> statement-breakpoint
CREATE INDEX "module_reminded_account_idx" ON "module_reminded" USING btree ("account_id");--> statement-breakpoint
ALTER TABLE "message_template" ADD CONSTRAINT "message_template_key" UNIQUE("event","channel","language","part");