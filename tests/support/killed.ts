import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '#src/db/client.server.ts'
import type { generate, removeGenerated } from '#src/features/generator/generate.server.ts'
import type { installModule } from '#src/features/modules/store.server.ts'

/** One piece of work: its database, and what is called with what. */
export type Work = { url: string } & (
  | { call: 'generate'; body: Parameters<typeof generate>[1] }
  | { call: 'undo'; body: { id: number } }
  | { call: 'remove'; body: Parameters<typeof removeGenerated>[1] }
  | { call: 'install'; body: Parameters<typeof installModule>[1] }
  | { call: 'uninstall'; body: { uid: string; data: 'keep' | 'aside' } }
  | { call: 'state'; body: { uid: string; on: boolean } }
)

/** Everything that the works write, and what the database has in tables, columns, indexes, rules and triggers. */
const written = `select 'column' as what, c.relname || '.' || attname as one from pg_attribute join pg_class c on c.oid = attrelid
    where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
  union all select 'trigger', tgrelid::regclass || '.' || tgname from pg_trigger where not tgisinternal and tgname <> 'held'
  union all select 'constraint', conrelid::regclass || '.' || conname from pg_constraint
  union all select 'screen', d::text from resource_description d union all select 'rule', r::text from rule r
  union all select 'grant', g::text from role_rule g union all select 'role', o::text from role o
  union all select 'setting', s::text from config s union all select 'module', m::text from module m
  union all select 'release', uid || version from module_release union all select 'template', t::text from message_template t
  union all select 'generation', g::text from crud_log g where state <> 'start' union all select 'picture', uid || path from module_file
  union all select 'change', c::text from change c union all select 'file', u::text from file_use u order by 1, 2`

/** Lets a work wait before its end. @returns what there is before it, and what lets it go on: it waits for that */
async function hold(db: Database, url: string) {
  for (const log of ['crud_log', 'module_log'])
    await db.execute(
      sql.raw(`create or replace function held() returns trigger language plpgsql as $$ begin
        perform set_config('lock_timeout', '0', true); perform pg_advisory_xact_lock(7); return new; end $$;
      create trigger held before update on ${log} for each row when (old.state = 'start' and new.state = 'success') execute function held()`),
    )
  const state = async () => (await db.execute(sql.raw(written))).rows
  const holder = openDatabase(url, 1)
  onTestFinished(() => holder.$client.end())
  await holder.execute(sql`select pg_advisory_lock(7)`)
  const held = sql`select from pg_locks join pg_database d on d.oid = database
    where datname = current_database() and locktype = 'advisory' and objid = 7 and not granted`
  const waiting = async () => (await db.execute(held)).rows.length
  const release = async () => {
    await holder.execute(sql`select pg_advisory_unlock(7)`)
    await db.execute(sql`drop function held() cascade`)
  }
  return { before: await state(), state, waiting, release }
}

/**
 * Does works in a process of their own, and kills it when all of them are done but for their ends. It fails when any of
 * them leaves something.
 */
export async function killAtTheEnd(works: readonly (Work & { db: Database })[]): Promise<void> {
  const given = works.map(({ db: _db, ...work }) => work)
  const script = ['tests/support/killed-process.ts', JSON.stringify(given)]
  const child = spawn(process.execPath, script, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  const held = await Promise.all(works.map(({ db, url }) => hold(db, url)))
  child.stdin.write('go')
  for (const { waiting } of held) await expect.poll(waiting).toBe(1)
  child.kill('SIGKILL')
  await ended
  for (const { before, state, release } of held) {
    await release()
    expect(await state()).toEqual(before)
  }
}
