CREATE TABLE "captcha" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"purpose" varchar(8) NOT NULL,
	"targets" jsonb NOT NULL,
	"bits" integer NOT NULL,
	"passed" boolean DEFAULT false NOT NULL,
	"expire_time" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "throttle" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"pending" integer DEFAULT 0 NOT NULL,
	"pending_time" timestamp with time zone DEFAULT now() NOT NULL,
	"count_time" timestamp with time zone DEFAULT now() NOT NULL,
	"blocked_until" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	"update_time" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "captcha_expire_idx" ON "captcha" USING btree ("expire_time");--> statement-breakpoint
CREATE INDEX "throttle_update_time_idx" ON "throttle" USING btree ("update_time");