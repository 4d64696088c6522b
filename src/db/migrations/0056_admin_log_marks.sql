CREATE TABLE "admin_log_name" (
	"kind" varchar(7) NOT NULL,
	"name" text NOT NULL,
	"name_en" text DEFAULT '' NOT NULL,
	CONSTRAINT "admin_log_name_kind_name_name_en_pk" PRIMARY KEY("kind","name","name_en")
);
--> statement-breakpoint
CREATE TABLE "admin_log_newest" (
	"id" smallint PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	"signature" "bytea" NOT NULL
);
--> statement-breakpoint
DROP INDEX "admin_log_search_idx";--> statement-breakpoint
DROP INDEX "admin_log_username_idx";--> statement-breakpoint
DROP INDEX "admin_log_address_idx";--> statement-breakpoint
DROP INDEX "admin_log_node_idx";--> statement-breakpoint
DROP INDEX "admin_log_code_idx";--> statement-breakpoint
DROP INDEX "admin_log_event_idx";--> statement-breakpoint
ALTER TABLE "admin_log" ADD COLUMN "mark" "bytea";--> statement-breakpoint
ALTER TABLE "admin_log_seal" ADD COLUMN "strange" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "admin_log_seal" ADD COLUMN "signature" "bytea";--> statement-breakpoint
CREATE INDEX "admin_log_request_idx" ON "admin_log" USING hash ("request_id");--> statement-breakpoint
CREATE INDEX "admin_log_title_idx" ON "admin_log" USING btree ("title","create_time","id");--> statement-breakpoint
CREATE INDEX "admin_log_side_idx" ON "admin_log" USING btree ("side","create_time","id");--> statement-breakpoint
CREATE INDEX "admin_log_change_set_idx" ON "admin_log" USING btree ("change_set_id") WHERE "admin_log"."change_set_id" is not null;--> statement-breakpoint
CREATE INDEX "admin_log_username_idx" ON "admin_log" USING btree ("username","create_time","id");--> statement-breakpoint
CREATE INDEX "admin_log_address_idx" ON "admin_log" USING btree ("address","create_time","id");--> statement-breakpoint
CREATE INDEX "admin_log_node_idx" ON "admin_log" USING btree ("node","create_time","id");--> statement-breakpoint
CREATE INDEX "admin_log_code_idx" ON "admin_log" USING btree ("code","create_time","id");--> statement-breakpoint
CREATE INDEX "admin_log_event_idx" ON "admin_log" USING btree ("event","create_time","id");--> statement-breakpoint
ALTER TABLE "admin_log" DROP COLUMN "search_grams";
--> statement-breakpoint
-- As before; and the key of the row becomes its mark: what the database keeps does not contain the key.
CREATE OR REPLACE FUNCTION enter_admin_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('admin_log'));
  NEW.id := coalesce(NEW.id, nextval('admin_log_id_seq'));
  NEW.salt := coalesce(NEW.salt, uuid_send(gen_random_uuid()));
  NEW.digest := admin_log_digest(NEW);
  IF octet_length(NEW.mark) = 48 THEN
    NEW.mark := substring(NEW.mark FOR 16) || substring(sha256(substring(NEW.mark FROM 17) || NEW.digest) FOR 16);
  END IF;
  IF NEW.event <> 'signInFailed' AND NOT EXISTS (SELECT FROM admin_log_name WHERE kind = 'account' AND name = NEW.username) THEN
    INSERT INTO admin_log_name (kind, name) VALUES ('account', NEW.username) ON CONFLICT DO NOTHING;
  END IF;
  IF NOT EXISTS (SELECT FROM admin_log_name WHERE kind = 'call' AND name = NEW.title AND name_en = NEW.title_en) THEN
    INSERT INTO admin_log_name VALUES ('call', NEW.title, NEW.title_en) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
INSERT INTO admin_log_name (kind, name) SELECT DISTINCT 'account', username FROM admin_log WHERE event <> 'signInFailed';
--> statement-breakpoint
INSERT INTO admin_log_name SELECT DISTINCT 'call', title, title_en FROM admin_log;
--> statement-breakpoint
-- As before; and over the number of rows that the product has not written, when there are any.
CREATE OR REPLACE FUNCTION admin_log_seal_hash(s admin_log_seal) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256(s.previous || convert_to((CASE WHEN s.strange = 0 THEN jsonb_build_array(1, s.number, s.kind, log_moment(s.create_time),
    s.month, s.from_id, s.to_id, log_moment(s.from_time), log_moment(s.to_time), s.count, encode(s.root, 'hex'), s.account_id, s.username)
    ELSE jsonb_build_array(2, s.number, s.kind, log_moment(s.create_time), s.month, s.from_id, s.to_id, log_moment(s.from_time),
    log_moment(s.to_time), s.count, s.strange, encode(s.root, 'hex'), s.account_id, s.username) END)::text, 'UTF8'))
$$;
--> statement-breakpoint
DROP FUNCTION append_admin_log_seal(admin_log_seal);
--> statement-breakpoint
-- Adds a link to the chain. The caller holds the lock of the chain and signs the link. The number of a seal that is gone is not used
-- again, so it stays missing.
CREATE FUNCTION append_admin_log_seal(link jsonb) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  last admin_log_seal;
  made admin_log_seal := jsonb_populate_record(NULL::admin_log_seal, '{"month": "", "from_id": 0, "to_id": 0, "count": 0, "strange": 0,
    "root": "\\x", "username": ""}'::jsonb || link);
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('admin_log_chain'));
  SELECT * INTO last FROM admin_log_seal ORDER BY number DESC LIMIT 1;
  made.number := greatest(last.number, (SELECT number FROM admin_log_newest)) + 1;
  made.number := coalesce(made.number, 1);
  made.create_time := clock_timestamp();
  made.previous := coalesce(last.hash, ''::bytea);
  made.hash := admin_log_seal_hash(made);
  INSERT INTO admin_log_seal SELECT made.*;
  RETURN made.number;
END $$;
--> statement-breakpoint
DROP FUNCTION seal_admin_log(bigint, integer);
--> statement-breakpoint
-- Seals the next rows up to a horizon, a segment for each month among them; `strangers` are rows that the product has not written.
-- Returns the number of sealed rows.
CREATE FUNCTION seal_admin_log(horizon bigint, most integer, strangers bigint[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  first bigint;
  upto bigint;
  part record;
  sealed integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('admin_log_chain'));
  SELECT coalesce(max(to_id), 0) INTO first FROM admin_log_seal WHERE kind = 'segment';
  SELECT coalesce((SELECT id FROM admin_log WHERE id > first AND id <= horizon ORDER BY id OFFSET most - 1 LIMIT 1), horizon) INTO upto;
  FOR part IN
    SELECT log_month(create_time) AS month, min(create_time) AS from_time, max(create_time) AS to_time, count(*)::integer AS rows,
      count(*) FILTER (WHERE id = ANY (strangers))::integer AS strange,
      sha256(string_agg(int8send(id) || coalesce(digest, ''::bytea), ''::bytea ORDER BY id)) AS root
    FROM admin_log WHERE id > first AND id <= upto GROUP BY 1 ORDER BY 1
  LOOP
    PERFORM append_admin_log_seal(jsonb_build_object('kind', 'segment', 'month', part.month, 'from_id', first, 'to_id', upto,
      'from_time', part.from_time, 'to_time', part.to_time, 'count', part.rows, 'strange', part.strange, 'root', part.root::text));
    sealed := sealed + part.rows;
  END LOOP;
  RETURN sealed;
END $$;
--> statement-breakpoint
-- As before; links have names for their values.
CREATE OR REPLACE FUNCTION prune_admin_log(months integer, moment timestamptz DEFAULT now()) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  dropped text[] := '{}';
  part text;
  rows integer;
  last bigint;
  sealed bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('admin_log_partitions'));
  FOR part IN
    SELECT right(c.relname, 6) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'admin_log'::regclass AND c.relname ~ '^admin_log_[0-9]{6}$' AND right(c.relname, 6) <
      log_month(date_trunc('month', moment, 'UTC') - make_interval(months => months)) ORDER BY 1
  LOOP
    EXECUTE format('SELECT count(*), coalesce(max(id), 0) FROM %I', 'admin_log_' || part) INTO rows, last;
    SELECT coalesce(max(to_id), 0) INTO sealed FROM admin_log_seal WHERE kind = 'segment';
    CONTINUE WHEN last > sealed;
    EXECUTE format('DROP TABLE %I', 'admin_log_' || part);
    IF rows > 0 THEN
      PERFORM append_admin_log_seal(jsonb_build_object('kind', 'prune', 'month', part, 'count', rows));
    END IF;
    dropped := dropped || part;
  END LOOP;
  RETURN dropped;
END $$;

--> statement-breakpoint
-- Names and titles are few and unevenly spread. With a hundred of them, the planner would take a rare one for a usual one, and read
-- the whole log for it.
CREATE FUNCTION describe_admin_log(part regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ALTER username SET STATISTICS 1000, ALTER title SET STATISTICS 1000', part);
END $$;
--> statement-breakpoint
SELECT describe_admin_log('admin_log');
--> statement-breakpoint
SELECT describe_admin_log(inhrelid) FROM pg_inherits WHERE inhparent = 'admin_log'::regclass;
--> statement-breakpoint
-- As before; and partitions get the statistics of the table.
CREATE OR REPLACE FUNCTION ensure_admin_log_partitions(moment timestamptz DEFAULT now()) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  months timestamp[];
  month timestamp;
  part text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('admin_log_partitions'));
  months := ARRAY(
    SELECT first_day FROM (
      SELECT date_trunc('month', moment AT TIME ZONE 'UTC') + make_interval(months => i) AS first_day FROM generate_series(0, 2) i
      UNION SELECT date_trunc('month', create_time AT TIME ZONE 'UTC') FROM admin_log_default
    ) wanted WHERE to_regclass('admin_log_' || to_char(first_day, 'YYYYMM')) IS NULL ORDER BY 1
  );
  FOREACH month IN ARRAY months LOOP
    part := 'admin_log_' || to_char(month, 'YYYYMM');
    EXECUTE format('CREATE TABLE %I (LIKE admin_log INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES)', part);
    PERFORM describe_admin_log(part::regclass);
    PERFORM move_admin_log(part, month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
  END LOOP;
  IF cardinality(months) > 0 THEN
    LOCK TABLE admin_log_default IN ACCESS EXCLUSIVE MODE;
  END IF;
  FOREACH month IN ARRAY months LOOP
    part := 'admin_log_' || to_char(month, 'YYYYMM');
    PERFORM move_admin_log(part, month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
    EXECUTE format('ALTER TABLE admin_log ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', part,
      month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
  END LOOP;
END $$;
