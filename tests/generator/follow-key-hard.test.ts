import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startAdopted } from '../support/adopted.ts'

// Keys of every type and name, and what other programs do in an order or with rules of their own.

const long = `${'ключ'.repeat(7)}_no`

const trade = `
create schema trade;
create domain trade.code as varchar(12) check (value <> '');
create type trade.tone as enum ('red', 'blue');
create table trade.color (tone trade.tone primary key, name text not null, uid uuid not null unique, code trade.code unique,
  padded char(6) unique, number int unique, price numeric(6, 2) unique);
create table trade.pen (pen_id serial primary key, label text not null, tone trade.tone not null references trade.color (tone),
  "Uid ""é" uuid references trade.color (uid), code trade.code references trade.color (code), padded varchar(8) references trade.color (padded),
  "${long}" int references trade.color (number), price numeric references trade.color (price), price_ref text);
create table trade.cap (tone trade.tone primary key references trade.color, size int, doubled text generated always as ('x') stored unique references trade.word (word));
insert into trade.color values ('red', 'Red', '00000000-0000-0000-0000-000000000001', 'R', 'r', 10, 1.5), ('blue', 'Blue', '00000000-0000-0000-0000-000000000002', 'B', 'b', 20, 2);
insert into trade.pen (label, tone, code, padded) values ('First', 'blue', 'R', 'b')`

test('keys of any type and name are followed, in another schema too', async () => {
  const { adopt, db, one } = await startAdopted()
  const run = (text: string) => db.execute(sql.raw(text))
  await run(
    trade.replace('create table trade.cap', 'create table trade.word (word text primary key);\ncreate table trade.cap'),
  )
  const color = await adopt('trade.color')
  await adopt('trade.word')
  const pen = await adopt('trade.pen')
  const relations = pen.design.description.fields.filter(({ type }) => type === 'relation').map(({ name }) => name)
  expect(relations).toHaveLength(6)
  const [tone = '', uid = '', code = '', padded = '', number = '', price = ''] = relations
  expect((await pen.list()).list[0]).toMatchObject({ [tone]: 2, [uid]: null, [code]: 1, [padded]: 2, [price]: null })
  const both = { [tone]: 1, [uid]: 2, [code]: 2, [padded]: 1, [number]: 2, [price]: 1 }
  const { id } = await pen.add({ label: 'Second', ...both })
  const columns = `tone, "Uid ""é" as uid, code, padded, "${long}" as number, price`
  expect(await one(`select ${columns} from trade.pen where pen_id = ${id}`)).toEqual({
    tone: 'red',
    uid: '00000000-0000-0000-0000-000000000002',
    code: 'B',
    padded: 'r',
    number: 20,
    price: '1.50',
  })
  await run(`update trade.pen set tone = 'blue', code = null, "${long}" = 10, price = 2.0 where pen_id = ${id}`)
  expect((await pen.list('?order=id,desc')).list[0]).toMatchObject({
    ...both,
    [tone]: 2,
    [code]: null,
    [number]: 1,
    [price]: 2,
  })
  // A key that the row must have cannot be emptied, and one that a row lacks cannot be chosen.
  await expect(pen.call('POST', 'edit', { id, version: 2, [tone]: null })).rejects.toThrow(`422`)
  await run(`update trade.color set code = null where tone = 'blue'`)
  await expect(pen.call('POST', 'edit', { id, version: 2, [code]: 2 })).rejects.toThrow(`422`)

  // One row to one row: a second one is told at the field. What the database computes is left as it is.
  const cap = await adopt('trade.cap')
  expect(cap.design.description.fields).toMatchObject([
    { name: 'tone', type: 'relation', addOnly: true },
    { name: 'size' },
    { name: 'doubled', type: 'text', readOnly: true },
  ])
  await run(`insert into trade.word values ('x')`)
  await cap.add({ tone: 1, size: 3 })
  await expect(cap.add({ tone: 1, size: 4 })).rejects.toThrow(/409.*"tone"/)
  await expect(color.call('DELETE', 'del?ids[]=1')).rejects.toThrow('409')
})

const ship = `
create table port (code varchar(8) primary key, name text not null);
create table ship (ship_id serial primary key, name text not null, port_code varchar(8) references port deferrable,
  home varchar(8), written text, last varchar(8) default 'OSL' references port on delete set default);
create table part_of_ship (made date not null, code varchar(8) not null references port, port varchar(8) references port, n int) partition by list (code);
create table part_of_ship_all partition of part_of_ship default;
insert into port values ('OSL', 'Oslo'), ('BGO', 'Bergen');
insert into ship (name, port_code, home) values ('Fram', 'OSL', 'NOWHERE'), ('Gjoa', 'BGO', 'OSL');
alter table ship add foreign key (home) references port not valid;
create function upper_home() returns trigger language plpgsql as $$ begin new.home := upper(new.home); return new; end $$;
create trigger home_is_upper before insert or update on ship for each row execute function upper_home();
create function told() returns trigger language plpgsql as $$ begin new.written := coalesce(new.written, '') || tg_name; return new; end $$;
create trigger is_off before update on ship for each row execute function told();
create trigger is_on before update on ship for each row execute function told();
create trigger is_always before update on ship for each row execute function told();
alter table ship disable trigger is_off;
alter table ship enable always trigger is_always;
create rule ship_seen as on update to ship do also insert into port values ('X' || new.ship_id, 'Seen')`

test('what other programs do in their own order, and their triggers and rules, go on', async () => {
  const { adopt, db, one, undo } = await startAdopted()
  const run = (text: string) => db.execute(sql.raw(text))
  await run(ship)
  await adopt('port')
  const ships = await adopt('ship')
  const types = Object.fromEntries(ships.design.description.fields.map(({ name, type }) => [name, type]))
  expect(types).toMatchObject({ portCode: 'relation', home: 'relation', last: 'text' })
  expect(
    await one(`select count(*)::int as ports, (select string_agg(written, '') from ship) as written,
    (select string_agg(tgname || tgenabled::text, ',' order by tgname) from pg_trigger where tgname like 'is\\_%') as triggers,
    (select ev_enabled::text from pg_rewrite where rulename = 'ship_seen') as rule from port`),
  ).toEqual({
    ports: 2,
    written: null,
    triggers: 'is_alwaysA,is_offD,is_onO',
    rule: 'O',
  })
  await run('drop rule ship_seen on ship')
  const state = (name: string) =>
    one(`select port_code, port_code_ref::int as port, home, home_ref::int as at from ship where name = '${name}'`)
  expect(await state('Fram')).toEqual({ port_code: 'OSL', port: 1, home: 'NOWHERE', at: null })
  expect(await state('Gjoa')).toEqual({ port_code: 'BGO', port: 2, home: 'OSL', at: 1 })

  // A key that points nowhere stays while nobody changes it, and goes when somebody chooses.
  await ships.call('POST', 'edit', { id: 1, version: 1, portCode: 2 })
  expect(await state('Fram')).toEqual({ port_code: 'BGO', port: 2, home: 'NOWHERE', at: null })
  const { changeSetId } = (await ships.call('POST', 'edit', { id: 1, version: 2, home: 2 })) as { changeSetId: number }
  expect(await state('Fram')).toMatchObject({ home: 'BGO', at: 2 })
  expect(await undo(changeSetId)).not.toMatchObject({ code: 500 })

  // The row pointed to comes later in the transaction, and another trigger changes the key.
  await db.transaction(async (tx) => {
    await tx.execute(sql`set constraints all deferred`)
    await tx.execute(sql`insert into ship (name, port_code) values ('Maud', 'TRD')`)
    await tx.execute(sql`insert into port values ('TRD', 'Trondheim')`)
  })
  const { id } = (await one(`select id::int as id from port where code = 'TRD'`)) as { id: number }
  expect(await state('Maud')).toMatchObject({ port_code: 'TRD', port: id })
  await run(`update ship set home = 'bgo' where name = 'Maud'`)
  expect(await state('Maud')).toMatchObject({ home: 'BGO', at: 2 })
  await db.transaction(async (tx) => {
    await tx.execute(sql`set constraints all deferred`)
    await tx.execute(sql`insert into ship (name, port_code, port_code_ref) values ('Belgica', 'ANR', 900)`)
    await tx.execute(sql`insert into port (code, name, id) values ('ANR', 'Antwerp', 900)`)
  })
  expect(await state('Belgica')).toMatchObject({ port_code: 'ANR', port: 900 })
  await expect(run(`insert into ship (name, port_code_ref) values ('Ghost', 901)`)).rejects.toMatchObject({
    cause: { code: '23503' },
  })

  // The column that says the part of a row is written before triggers run, so it stays one of keys.
  const parts = await adopt('part_of_ship')
  expect(parts.design.description.fields).toMatchObject([
    { name: 'made' },
    { name: 'code', type: 'text' },
    { name: 'port', type: 'relation' },
    { name: 'n' },
  ])
  await parts.add({ made: '2026-01-01', code: 'OSL', port: 2 })
  expect(await one('select code, port from part_of_ship')).toEqual({ code: 'OSL', port: 'BGO' })

  // What others rename, their own writes do without.
  await run('alter table port rename column code to sign')
  await run(`update ship set port_code = 'OSL' where name = 'Maud'`)
  expect(await state('Maud')).toMatchObject({ port_code: 'OSL' })
})
