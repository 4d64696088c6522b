ALTER TABLE "member_profile" DROP COLUMN "money";--> statement-breakpoint
ALTER TABLE "member_profile" DROP COLUMN "score";