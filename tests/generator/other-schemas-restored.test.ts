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
import { idOf, rowsBy } from '../support/base-info.ts'
import { assets, generator, withFields } from '../support/generator.ts'

/** Whatever another schema may have, with a name that public uses too, and one of public that looks like it. */
const shop = `
create schema sales; create schema "a.b ""c""";
create type sales.tone as enum ('loud'); create domain sales.share as int check (value < 100); create sequence sales.tickets start 7;
create function sales.half(n int) returns int language sql immutable as $$ select n / 2 $$;
create table sales.stall (stallid serial primary key, name varchar(40) not null unique, tone sales.tone default 'loud', part sales.share,
  half int generated always as (sales.half(4)) stored, ticket int default nextval('sales.tickets'), subject_id bigint references public.subject (id));
create table "a.b ""c""".odd (id int primary key, stallid int references sales.stall (stallid));
create table sales.unit (id char(3) primary key, name text not null, version text); create table sales.seat (id uuid primary key default gen_random_uuid(), unit char(3) references sales.unit);
create table public.stall (note text); create table public."sales.stall" (note text);
create view sales.stalls as select name from sales.stall; create materialized view sales.counts as select count(*) as rows from sales.stall;
create table sales.visit (visitid serial primary key, stall varchar(40) references sales.stall (name) deferrable);
create table sales.log (at date not null) partition by range (at); create table sales.log_old partition of sales.log default;
comment on table sales.stall is 'Stalls'; comment on function sales.half(int) is 'half';
insert into sales.unit values ('u', 'Own'); insert into sales.stall (name, part) values ('One', 5), ('Two', 6); insert into "a.b ""c""".odd values (1, 2);
insert into public.stall values ('of public'); insert into public."sales.stall" values ('with a dot'); insert into sales.log values ('2020-01-01')`

/** What only some databases have, and a definition of something else needs. */
const rarer = `
create function sales.cat(a text, b text) returns text language sql immutable as $$ select coalesce(a || ',', '') || b $$;
create aggregate sales.joined(text) (sfunc = sales.cat, stype = text, parallel = safe); comment on aggregate sales.joined(text) is 'all in one';
create aggregate sales.middle(float8 order by anyelement) (sfunc = ordered_set_transition, stype = internal, finalfunc = percentile_disc_final, finalfunc_extra);
create collation sales.caseless (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
create type sales.spot as (street text collate "C", floor int); create type sales.span as range (subtype = float8, subtype_diff = float8mi);
create operator sales.<<< (leftarg = int, rightarg = int, function = int4lt); comment on schema sales is 'Sales'; comment on type sales.tone is 'how loud';
create table sales.shelf (id int primary key, spot sales.spot, span sales.span, word text collate sales.caseless, amount int);
create table sales.tall (height int) inherits (sales.shelf);
insert into sales.shelf values (1, '("Main, 1",2)', '[1,2)', 'a', -1); insert into sales.tall values (2, null, null, 'b', 1, 9);
alter table sales.shelf add constraint older_ones check (amount > 0) not valid;
alter table sales.shelf enable row level security; create policy low on sales.shelf for select using (id < 9);
create rule no_delete as on delete to sales.shelf do instead nothing;
create view sales.words as select sales.joined(word) as words, bool_or(id operator(sales.<<<) 2) as first from sales.shelf;
create function sales.add_word() returns trigger language plpgsql as $$ begin insert into sales.shelf (id, word) values (9, new.words); return new; end $$;
create trigger add_word instead of insert on sales.words for each row execute function sales.add_word()`

test('a backup holds the other schemas, and a restored site works with a table that a screen stands on', async () => {
  const api = await startAdopted()
  const { db, url, one } = api
  await db.execute(sql.raw(shop))
  await db.execute(sql.raw(rarer))
  const stall = await api.adopt('sales.stall')
  await stall.add({ name: 'Three' })
  const visit = await api.adopt('sales.visit')
  await visit.add({ stall: 2 })
  const unit = await api.adopt('sales.unit')
  await unit.add({ ownId: 'v', name: 'Second', versionField: '2a' })
  const seat = await api.adopt('sales.seat')
  await seat.add({ unit: 2 })
  const state = async () => {
    const client = await connect(url)
    try {
      return await listDefinitions(client, await listSchemas(client))
    } finally {
      await client.end()
    }
  }
  const { generate, change } = await generator(api)
  await generate(assets())
  idOf(await api.admin('POST', '/adminApi/asset/add', { code: 'A1', name: 'Lamp', count: 3 }))
  const changed = idOf(
    await change((design) => withFields(design, (fields) => fields.filter(({ name }) => name !== 'count'))),
  )
  const directory = await mkdtemp(join(tmpdir(), 'yardstick-schemas-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const [filesDir, archive] = [join(directory, 'files'), join(directory, 'backup.tar.gz')]
  // A table that changes while the backup begins is in it as it is afterwards.
  const holder = await db.$client.connect()
  await holder.query('begin; alter table sales.log rename column at to day')
  const writing = writeBackup({ url, filesDir, workDir: directory, out: archive })
  const waiting = sql`select from pg_locks where not granted and relation = 'sales.log'::regclass`
  await expect.poll(async () => (await db.execute(waiting)).rows.length).toBe(1)
  await holder.query('commit')
  holder.release()
  expect((await writing).leftOut).toEqual([])
  const before = await state()
  await db.execute(
    sql.raw(
      `delete from sales.stall where name = 'One'; create table sales.later (id int); alter table res_asset drop column price`,
    ),
  )
  const options = { url, filesDir, workDir: directory, archive, migrationsFolder: 'src/db/migrations' }
  await readBackup({ ...options, force: true })
  expect(await state()).toEqual(before)
  expect(
    await one(`select (select count(*)::int from sales.stall) as stalls, (select note from public.stall) as plain,
    (select note from public."sales.stall") as dotted, (select stallid from "a.b ""c""".odd) as odd, (select rows::int from sales.counts) as counted,
    (select count(*)::int from sales.log_old) as log,
    (select count(*)::int from only sales.shelf) as shelves, (select array[words, first::text] from sales.words) as words, to_regclass('sales.later') is null as gone`),
  ).toEqual({
    stalls: 3,
    plain: 'of public',
    dotted: 'with a dot',
    odd: 2,
    counted: 3,
    log: 1,
    shelves: 1,
    words: ['a,b', 'true'],
    gone: true,
  })
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
  expect(
    await admin('POST', `/adminApi/${unit.key}/add`, { ownId: 'w', name: 'Third', versionField: '3a' }),
  ).toMatchObject({
    data: { id: 3 },
  })
  await db.execute(sql`insert into sales.seat (unit) values ('w')`)
  expect(await admin('GET', `/adminApi/${unit.key}/index?order=id,asc`)).toMatchObject({
    data: { list: [{ versionField: '' }, { version: 1, versionField: '2a' }, { version: 1, versionField: '3a' }] },
  })
  expect(await admin('GET', `/adminApi/${seat.key}/index?order=id,asc`)).toMatchObject({
    data: {
      list: [
        { id: 1, unit: 2 },
        { id: 2, unit: 3 },
      ],
    },
  })
  const gone = await admin('DELETE', `/adminApi/${stall.key}/del?ids[]=1`)
  const { changeSetId } = gone.data as { changeSetId: number }
  expect(await admin('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({ code: 200 })
  // A generation of before the backup is taken back after it, with the values that it set aside.
  const turn = () => admin('POST', '/adminApi/crud/undo', { id: changed })
  expect(await turn()).toMatchObject({ code: 200 })
  idOf(await admin('POST', '/adminApi/asset/add', { code: 'A2', name: 'Desk', count: 4 }))
  expect(await rowsBy(admin, 'asset', 'code')).toMatchObject({ A1: { id: 1, count: 3 }, A2: { id: 2, count: 4 } })
  expect(await turn()).toMatchObject({ code: 200 })
  expect(await one('select name, ticket from sales.stall where stallid = 4')).toEqual({ name: 'Four', ticket: 10 })
})
