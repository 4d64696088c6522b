-- Promotions and imports write all places of a year in one statement, and these functions run for each row of it. A
-- plan that was made while `enrolment` was empty reads the whole table, and it is kept until the statement ends: 100,000
-- pupils took hours. The index is always right here.
ALTER FUNCTION keep_place() SET enable_seqscan = off;--> statement-breakpoint
ALTER FUNCTION check_places() SET enable_seqscan = off;
