CREATE INDEX "money_log_memo_idx" ON "money_log" USING gin (search_grams(memo));--> statement-breakpoint
CREATE INDEX "score_log_memo_idx" ON "score_log" USING gin (search_grams(memo));