import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { connect, listSchemas } from '../../scripts/lib/backup/catalogue.ts'
import { listDefinitions } from '../../scripts/lib/backup/definitions.ts'
import { readBackup } from '../../scripts/lib/backup/read.ts'
import { writeBackup } from '../../scripts/lib/backup/write.ts'
import { startAdopted } from '../support/adopted.ts'

/** Whatever another schema may have, with a name that public uses too, and one of public that looks like it. */
const shop = `
create schema sales; create schema "a.b ""c""";
create type sales.tone as enum ('loud'); create domain sales.share as int check (value < 100); create sequence sales.tickets start 7;
create function sales.half(n int) returns int language sql immutable as $$ select n / 2 $$;
create table sales.stall (stallid serial primary key, name varchar(40) not null unique, tone sales.tone default 'loud', part sales.share,
  half int generated always as (sales.half(4)) stored, ticket int default nextval('sales.tickets'), subject_id bigint references public.subject (id));
create table "a.b ""c""".odd (id int primary key, stallid int references sales.stall (stallid));
create table public.stall (note text); create table public."sales.stall" (note text);
create view sales.stalls as select name from sales.stall; create materialized view sales.counts as select count(*) as rows from sales.stall;
create table sales.visit (visitid serial primary key, stall varchar(40) references sales.stall (name) deferrable);
create table sales.log (at date not null) partition by range (at); create table sales.log_old partition of sales.log default;
comment on table sales.stall is 'Stalls'; comment on function sales.half(int) is 'half';
insert into sales.stall (name, part) values ('One', 5), ('Two', 6); insert into "a.b ""c""".odd values (1, 2);
insert into public.stall values ('of public'); insert into public."sales.stall" values ('with a dot'); insert into sales.log values ('2020-01-01')`

test('a backup holds the other schemas, and a restored site works with a table that a screen stands on', async () => {
  const api = await startAdopted()
  const { db, url, one } = api
  await db.execute(sql.raw(shop))
  const stall = await api.adopt('sales.stall')
  await stall.add({ name: 'Three' })
  const visit = await api.adopt('sales.visit')
  await visit.add({ stall: 2 })
  const state = async () => {
    const client = await connect(url)
    try {
      return await listDefinitions(client, await listSchemas(client))
    } finally {
      await client.end()
    }
  }
  const before = await state()
  const directory = await mkdtemp(join(tmpdir(), 'yardstick-schemas-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const [filesDir, archive] = [join(directory, 'files'), join(directory, 'backup.tar.gz')]
  const { leftOut } = await writeBackup({ url, filesDir, workDir: directory, out: archive })
  expect(leftOut).toEqual([])
  await db.execute(sql.raw(`delete from sales.stall where name = 'One'; create table sales.later (id int)`))
  const options = { url, filesDir, workDir: directory, archive, migrationsFolder: 'src/db/migrations' }
  await readBackup({ ...options, force: true })
  expect(await state()).toEqual(before)
  expect(
    await one(`select (select count(*)::int from sales.stall) as stalls, (select note from public.stall) as plain,
    (select note from public."sales.stall") as dotted, (select stallid from "a.b ""c""".odd) as odd, (select rows::int from sales.counts) as counted,
    (select count(*)::int from sales.log_old) as log, to_regclass('sales.later') is null as gone`),
  ).toEqual({ stalls: 3, plain: 'of public', dotted: 'with a dot', odd: 2, counted: 3, log: 1, gone: true })
  const admin = await api.signIn()
  const added = await admin('POST', `/adminApi/${stall.key}/add`, { name: 'Four' })
  expect(added).toMatchObject({ code: 200, data: { id: 4 } })
  expect(
    await admin('DELETE', `/adminApi/${stall.key}/del?ids[]=2`),
    'the table in the schema with a dot',
  ).toMatchObject({
    status: 409,
  })
  // Keys and ids of what points to its rows go on following one another.
  await db.execute(sql`insert into sales.visit (stall) values ('Four')`)
  expect(await admin('GET', `/adminApi/${visit.key}/index?order=id,asc`)).toMatchObject({
    data: { list: [{ stall: 2 }, { stall: 4 }] },
  })
  const gone = await admin('DELETE', `/adminApi/${stall.key}/del?ids[]=1`)
  const { changeSetId } = gone.data as { changeSetId: number }
  expect(await admin('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({ code: 200 })
  expect(await one('select name, ticket from sales.stall where stallid = 4')).toEqual({ name: 'Four', ticket: 10 })
})
