import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import { startAdopted } from '../support/adopted.ts'

// Rows of others hold values that no form would let through. Lists show them, and saving another field leaves them.

async function archive(tables: string) {
  const api = await startAdopted()
  await api.db.execute(sql.raw(tables))
  return api
}

test('times beyond the calendar and lists with gaps are shown, kept by edits, and come back by an undo', async () => {
  const { adopt, one, undo } = await archive(`
    create table reign (id serial primary key, name text not null, born date, since timestamp, until timestamptz not null default 'infinity', titles text[]);
    insert into reign (name, born, since, until, titles) values ('Caesar', '0100-07-12 BC', '0049-01-10 BC', '-infinity', '{NULL,Consul}'),
      ('Paul', '20000-01-01', 'infinity', '12000-01-01', '{{Duke,Emperor},{Mahdi,NULL}}'), ('Now', 'infinity', '-infinity', 'infinity', null)`)
  const reign = await adopt('reign')
  const [first, last] = ['0001-01-02T00:00:00.000Z', '9999-12-31T00:00:00.000Z']
  const { list } = await reign.list('?order=name,asc')
  expect(list).toMatchObject([
    { name: 'Caesar', born: '0001-01-01', since: first, until: first, titles: ['Consul'] },
    { name: 'Now', born: '9999-12-31', since: first, until: last, titles: [] },
    { name: 'Paul', born: '9999-12-31', since: last, until: last, titles: ['Duke', 'Emperor', 'Mahdi'] },
  ])
  const stored = () =>
    one(
      'select array_agg(to_jsonb(r) - $$version$$ - $$update_time$$ - $$update_by$$ order by id) as rows from reign r',
    )
  const before = await stored()
  for (const row of list) {
    const { id, version, name, born, since, until, titles } = row
    const edited = (await reign.call('POST', 'edit', {
      id,
      version,
      name: `${name}!`,
      born,
      since,
      until,
      titles,
    })) as {
      changeSetId: number
    }
    expect(await reign.call('GET', `history?id=${id}`)).toMatchObject({ list: [{ operation: 'update' }] })
    expect(await undo(edited.changeSetId)).toMatchObject({ code: 200 })
  }
  expect(await stored()).toEqual(before)
  const deleted = (await reign.call('DELETE', 'del?ids[]=1&ids[]=2')) as { changeSetId: number }
  expect(await reign.call('GET', 'history?id=2')).toMatchObject({ list: [{ operation: 'delete' }, {}, {}] })
  expect(await undo(deleted.changeSetId)).toMatchObject({ code: 200 })
  expect(await stored()).toEqual(before)
})

test('fields demand no more than the rows hold: early years, many digits, texts of blanks', async () => {
  const { propose, adopt } = await archive(`
    create table film (id serial primary key, title text not null, shot_year int, seen_year smallint, score double precision, share numeric(20, 15), note varchar(20) not null,
      html text, content text, tags text[] not null);
    insert into film (title, shot_year, seen_year, score, share, note, html, content, tags)
      values ('Carmencita', 1894, 0, 0.30000000000000004, 0.123456789012345, '  ', '<p>Hi</p>', '<!-- part --><p>Hi</p>', '{}')`)
  const { fields } = (await propose('film')).design.description
  const field = (name: string) => fields.find((one) => one.name === name)
  expect(field('shotYear')).toMatchObject({ type: 'year', min: 1000, max: 9999 })
  expect(field('seenYear')).toMatchObject({ type: 'integer', max: 32_767 })
  expect([field('note')?.required, field('tags')?.required]).toEqual([undefined, undefined])
  expect([field('html')?.type, field('content')]).toMatchObject(['editor', { type: 'text', multiline: true }])
  const film = await adopt('film')
  const [{ id, version, createBy, createTime, updateBy, updateTime, ...values } = {}] = (await film.list()).list
  expect(values).toMatchObject({ shotYear: 1894, score: 0.300_000_000_000_000_04, share: 0.123_456_789_012_345 })
  expect(await film.add(values)).toMatchObject({ id: 2 })
})

test('titles: a short prefix of all columns says nothing, keys speak of their table, no two are the same', async () => {
  const { propose, adopt } = await archive(`
    create table facilities (facid int primary key, name text not null);
    create table nation (n_nationkey int primary key, n_name char(25) not null, n_comment text);
    create table club (c_key text primary key, c_nationkey int references nation, c_facid int references facilities, c_title_id int references facilities, c_title text)`)
  for (const name of ['facilities', 'nation']) await adopt(name)
  const labels = async (name: string) => (await propose(name)).design.description.fields.map(({ label }) => label)
  const same = (text: string) => ({ 'zh-cn': text, en: text })
  expect(await labels('nation')).toEqual(['Name', 'Comment'].map(same))
  expect(await labels('club')).toEqual(['Key', 'Nation', 'Facilities', 'Title id', 'Title'].map(same))
})

test('rows are known by a text that they all have; without one, by their number where others point to them', async () => {
  const { propose, adopt } = await archive(`
    create table person (id serial primary key, last_name text not null default '', username text not null unique, reset_password_token text);
    insert into person (username) values ('root');
    create table purchase (purchase_id int primary key, state char(1) not null, bought date, paid numeric(9, 2));
    create table line (id serial primary key, purchase_id int not null references purchase, amount int);
    insert into purchase values (600, 'O', '1996-01-02', 1)`)
  const person = (await propose('person')).design.description
  expect(person.rowTitle).toBe('username')
  expect(person.fields.map(({ name }) => name)).not.toContain('resetPasswordToken')
  const purchase = await adopt('purchase')
  expect(purchase.design.description).toMatchObject({
    rowTitle: 'purchaseId',
    fields: [{ name: 'purchaseId', type: 'integer', readOnly: true }, {}, {}, {}],
  })
  expect(await purchase.add({ state: 'F', bought: null, paid: 2 })).toMatchObject({ id: 601 })
  const line = await adopt('line')
  await line.add({ purchaseId: 601, amount: 1 })
  expect(await line.list()).toMatchObject({ labels: { purchaseId: { 601: '601' } } })
})

test('numbers with more digits than JavaScript knows come back by an undo and out of the recycle bin as they were', async () => {
  const { adopt, one, undo, db } = await archive(`
    create table star (id serial primary key, name text, atoms numeric, seen bigint, far double precision)`)
  const star = await adopt('star')
  await db.execute(
    sql`insert into star (name, atoms, seen, far) values ('Sol', 123456789012345678901234567890.123, 9223372036854775807, 1e300)`,
  )
  const stored = () => one('select atoms::text, seen::text, far::text from star')
  const before = await stored()
  for (const change of [{ atoms: 1 }, { seen: 1 }, { far: 1 }]) {
    const edited = (await star.call('POST', 'edit', { id: 1, ...change })) as { changeSetId: number }
    expect(await undo(edited.changeSetId)).toMatchObject({ code: 200 })
    expect(await stored()).toEqual(before)
  }
  expect(JSON.stringify(await star.call('GET', 'history?id=1'))).toContain('"before":"9223372036854775807"')
  await star.call('DELETE', 'del?ids[]=1')
  const { list } = (await star.call('GET', 'deleted')) as { list: { changeId: number }[] }
  await star.call('POST', 'restore', { id: 1, changeId: list[0]?.changeId })
  expect(await stored()).toEqual(before)
})

test('keys with more digits than ids can have stay what they are, and rows get ids of their own', async () => {
  const { adopt, propose, one } = await archive(`
    create table account_of_others (id bigint primary key, username text not null);
    create table post (post_id bigint primary key default 1212092628029698050, account_id bigint references account_of_others, likes bigint, body text);
    insert into account_of_others values (1212092628029698048, 'ann'), (1212092628029698049, 'bob');
    insert into post values (1212092628029698049, 1212092628029698049, 9007199254740993, 'Hi')`)
  const accounts = await adopt('account_of_others')
  expect(accounts.design.columns).not.toHaveProperty('ownId')
  expect((await accounts.list('?order=username,asc')).list).toMatchObject([
    { id: 1, username: 'ann' },
    { id: 2, username: 'bob' },
  ])
  const { notes } = await propose('post')
  expect(notes).toContainEqual({ column: 'likes', text: m.crudTable_vast({}, { locale: 'en' }) })
  const post = await adopt('post')
  expect(await post.list()).toMatchObject({
    list: [{ id: 1, accountId: 2, body: 'Hi' }],
    labels: { accountId: { 2: 'bob' } },
  })
  await post.add({ accountId: 1, body: 'Ho' })
  expect(await one('select post_id::text, account_id::text from post where id = 2')).toEqual({
    post_id: '1212092628029698050',
    account_id: '1212092628029698048',
  })
})
