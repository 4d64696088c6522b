CREATE TABLE "import_seen" (
	"import_id" bigint NOT NULL,
	"row_no" integer NOT NULL,
	"action" varchar(9) NOT NULL,
	"target_id" bigint,
	"version" integer,
	"asked_id" bigint,
	"asked_version" integer,
	"asked" boolean DEFAULT false NOT NULL,
	CONSTRAINT "import_seen_import_id_row_no_pk" PRIMARY KEY("import_id","row_no")
);
--> statement-breakpoint
ALTER TABLE "data_import" ADD COLUMN "warnings" jsonb;--> statement-breakpoint
ALTER TABLE "import_row" ADD COLUMN "unclear" jsonb;--> statement-breakpoint
ALTER TABLE "import_row" ADD COLUMN "notices" jsonb;--> statement-breakpoint
ALTER TABLE "import_row" ADD COLUMN "hidden" jsonb;--> statement-breakpoint
ALTER TABLE "import_verdict" ADD COLUMN "warnings" jsonb;--> statement-breakpoint
ALTER TABLE "import_verdict" ADD COLUMN "drift" varchar(8);