import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import { generator } from '../support/generator.ts'

// What the tables of other programs do not allow is told in words, at the field, and no row is lost by what they do.

const english = { locale: 'en' } as const

const tables = `
create table voyage (voyage_id serial primary key, ship text not null, leaves date not null, arrives date not null, class char(1),
  check (arrives >= leaves), constraint class_known check (upper(class) in ('A', 'B')));
create domain port_code as text check (value ~ '^[A-Z]{3}$');
alter table voyage add column port port_code;
create function no_ghosts() returns trigger language plpgsql as $$
  begin if new.ship = 'Flying Dutchman' then raise exception 'No ghost ships here'; end if; return new; end $$;
create trigger no_ghosts before insert or update on voyage for each row execute function no_ghosts();
create table passenger (voyage_id int not null references voyage on delete cascade, seat text not null, primary key (voyage_id, seat));
create table parcel (parcel_id serial primary key, code text not null unique);
create table stamp (stamp_id serial primary key, parcel_code text references parcel (code) on delete set null);
create table sailor (sailor_id serial primary key, name text not null, password_hash varchar(128) not null);
insert into voyage (ship, leaves, arrives) values ('Calypso', '2026-01-01', '2026-01-09'), ('Argo', '2026-02-01', '2026-02-09');
insert into passenger values (1, '12A');
insert into parcel (code) values ('P-1'), ('P-2');
insert into stamp (parcel_code) values ('P-1');
insert into sailor (name, password_hash) values ('Sinbad', 'abc')`

async function harbour() {
  const api = await generator()
  for (const statement of tables.split(/;\n(?=create|alter|insert)/)) await api.db.execute(sql.raw(statement))
  const propose = async (name: string) =>
    (await api.admin('GET', `/adminApi/crud/table?name=${name}`)).data as {
      design: Parameters<typeof api.generate>[0]
      notes: { column: string; text: string }[]
    }
  const adopt = async (name: string) => {
    expect(await api.generate((await propose(name)).design)).toMatchObject({ code: 200 })
    return (action: string, body: object) => api.admin('POST', `/adminApi/${name}/${action}`, body)
  }
  const remove = (name: string, id: number) => api.admin('DELETE', `/adminApi/${name}/del?ids[]=${id}`)
  const undo = (data: unknown) =>
    api.admin('POST', '/adminApi/history/undo', { changeSetId: (data as { changeSetId: number }).changeSetId })
  return { ...api, propose, adopt, remove, undo }
}

test('what a check, a type or a trigger of the table does not allow is told, and no row is lost by what they do', async () => {
  const { adopt, undo, db, remove, propose, generate } = await harbour()
  const voyage = await adopt('voyage')
  const told = (rule: string) => [m.error_tableRule({ rule }, english)]
  const days = { leaves: '2026-03-09', arrives: '2026-03-01' }
  expect(await voyage('add', { ship: 'Beagle', ...days })).toMatchObject({
    code: 422,
    data: { errors: { arrives: told('(arrives >= leaves)') } },
  })
  expect(await voyage('edit', { id: 1, version: 1, class: 'Z' })).toMatchObject({
    code: 422,
    data: { errors: { class: [expect.stringContaining('A rule of the table does not allow this value')] } },
  })
  expect(await voyage('edit', { id: 1, version: 1, port: 'x' })).toMatchObject({ code: 422 })
  expect(await voyage('edit', { id: 1, version: 1, ship: 'Flying Dutchman' })).toMatchObject({
    code: 422,
    msg: 'No ghost ships here',
  })
  const edited = await voyage('edit', { id: 1, version: 1, class: 'B' })
  expect(edited).toMatchObject({ code: 200 })
  // A rule that came later stops an undo, and says so.
  await db.execute(sql`alter table voyage add constraint later check (class is not null) not valid`)
  expect(await undo(edited.data)).toMatchObject({
    code: 409,
    msg: expect.stringContaining('A rule of the table does not allow this value: later'),
  })

  // A row stays while its deletion would take or change rows without history.
  await adopt('parcel')
  expect(await remove('voyage', 1)).toMatchObject({
    code: 409,
    msg: expect.stringContaining('“Calypso” is in use and cannot be deleted'),
  })
  expect(await remove('parcel', 1)).toMatchObject({ code: 409, data: { reason: 'referenced', uses: [{ count: 1 }] } })
  expect(await remove('voyage', 2)).toMatchObject({ code: 200 })
  expect(await remove('parcel', 2)).toMatchObject({ code: 200 })
  // With a history of their own, they go along and come back.
  await adopt('passenger')
  const gone = await remove('voyage', 1)
  expect(gone).toMatchObject({ code: 200 })
  expect((await db.execute(sql`select from passenger`)).rows).toHaveLength(0)
  expect(await undo(gone.data)).toMatchObject({ code: 200 })
  expect((await db.execute(sql`select seat from passenger`)).rows).toEqual([{ seat: '12A' }])

  // Rows with a secret that the history does not keep are neither added nor deleted, and nothing fails.
  {
    const { design, notes } = await propose('sailor')
    expect(notes).toContainEqual({ column: 'password_hash', text: m.crudTable_secretNeeded({}, english) })
    expect(design.description.verbs).toEqual(['index', 'edit'])
    // Whoever lets rows be deleted all the same is told why one does not come back.
    const verbs = ['index', 'edit', 'del'] as const
    expect(await generate({ ...design, description: { ...design.description, verbs: [...verbs] } })).toMatchObject({
      code: 200,
    })
    const gone = await remove('sailor', 1)
    expect(gone).toMatchObject({ code: 200 })
    expect(await undo(gone.data)).toMatchObject({
      code: 409,
      msg: expect.stringContaining(m.error_undoLacking({}, english)),
    })
  }
})

test('a key that no row has is told at its field, and a key that others use stays', async () => {
  const { adopt, db, remove } = await harbour()
  await db.execute(
    sql.raw(`create table state (code char(2) primary key, name text not null);
      create table town (name text, state char(2) references state, mayor text, primary key (name, state));
      create table street (name text primary key, town text, state char(2), foreign key (town, state) references town (name, state));
      insert into state values ('AL', 'Alabama'); insert into town values ('Selma', 'AL', ' Ann ');
      insert into street values ('Broad Street', 'Selma', 'AL')`),
  )
  const [town, street] = [await adopt('town'), await adopt('street')]
  const none = (table: string) => [m.crudTable_noSuchRow({ table }, english)]
  expect(await town('add', { name: 'Mobile', state: 'XX' })).toMatchObject({
    code: 422,
    data: { errors: { state: none('state') } },
  })
  expect(await street('edit', { id: 1, version: 1, town: 'Mobile' })).toMatchObject({
    code: 422,
    data: { errors: { town: none('town') } },
  })
  const used = m.crudTable_keyUsed({ where: 'street' }, english)
  expect(await town('edit', { id: 1, version: 1, name: 'Mobile' })).toMatchObject({ code: 409, msg: used })
  expect(await remove('town', 1)).toMatchObject({ code: 409, msg: used })
  // Blanks that the form leaves out stay with what others wrote.
  expect(await town('edit', { id: 1, version: 1, mayor: 'Ann' })).toMatchObject({ code: 200, data: { version: 1 } })
})

test('a value that an index of the table cannot work with is refused in its words', async () => {
  const { adopt, db } = await harbour()
  await db.execute(
    sql`create table berth (id serial primary key, starts timestamp, ends timestamp, exclude using gist (tsrange(starts, ends) with &&))`,
  )
  const berth = await adopt('berth')
  const [early, late] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z']
  const refused = { code: 422, msg: expect.stringContaining('range lower bound must be less than or equal') }
  expect(await berth('add', { starts: late, ends: early })).toMatchObject(refused)
  expect(await berth('add', { starts: early, ends: late })).toMatchObject({ code: 200 })
  expect(await berth('edit', { id: 2, version: 1, starts: '2026-01-03T00:00:00.000Z' })).toMatchObject({ code: 422 })
})
