CREATE TABLE "legal_agreement" (
	"account_id" bigint NOT NULL,
	"version_id" bigint NOT NULL,
	"agree_time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "legal_agreement_account_id_version_id_pk" PRIMARY KEY("account_id","version_id")
);
--> statement-breakpoint
ALTER TABLE "legal_agreement" ADD CONSTRAINT "legal_agreement_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_agreement" ADD CONSTRAINT "legal_agreement_version_id_legal_version_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."legal_version"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "legal_agreement_version_idx" ON "legal_agreement" USING btree ("version_id");