import { join } from 'node:path'
import * as tar from 'tar'
import { query } from './instance.ts'

/** Data that expires by itself: tables, and `table.column` for single columns. */
const passing = [
  'browser_session',
  'captcha',
  'data_import.expire_time',
  'fault_report',
  'idempotency',
  'job',
  'throttle',
  'token',
  'token_family',
]

/**
 * Unpacks the data directory of an earlier release and moves its expiry times, as if the release had stopped just now.
 * Otherwise sessions, waits, stored responses and files would all have expired. Users' rows keep their times.
 * @param dataDir an empty directory
 * @param commit the release's folder in tests/releases
 * @param madeAt when the release was stopped
 */
export async function fillWithRelease(dataDir: string, commit: string, madeAt: string): Promise<void> {
  const file = join(import.meta.dirname, '../../releases', commit, 'data.tar.zst')
  // The current user, root included, becomes the owner. The product chooses the database server's user by the owner.
  await tar.extract({ file, cwd: dataDir, preserveOwner: false, strict: true })
  await query(
    dataDir,
    `do $$
    declare
      place record;
      passed interval := now() - timestamptz '${madeAt}';
    begin
      for place in
        select n.nspname as schema, c.relname as name, a.attname as moment
        from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
        where a.atttypid = 'timestamptz'::regtype and a.attnum > 0 and not a.attisdropped
          and c.relkind in ('r', 'p') and not c.relispartition
          and (n.nspname = 'queue' or n.nspname = 'public'
            and array[c.relname::text, c.relname || '.' || a.attname] && array['${passing.join("', '")}'])
      loop
        execute format('update %I.%I set %3$I = %3$I + $1', place.schema, place.name, place.moment) using passed;
      end loop;
    end $$`,
  )
}
