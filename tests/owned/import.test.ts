import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { clubs } from '../support/clubs.ts'
import { importer } from '../support/imports.ts'
import { purses } from '../support/purses.ts'

const csv = (lines: readonly string[]) => `${lines.join('\n')}\n`

async function clubFiles() {
  const made = await clubs()
  await made.jobs.start()
  const { rows } = await made.db.execute<{ name: string }>(sql`select name from educate_level order by id limit 3`)
  const [one, two, three] = rows.map(({ name }) => name)
  const tool = importer(made, made.admin, 'club')
  const list = async () =>
    ((await made.admin('GET', '/adminApi/club/index')).data as { list: Record<string, unknown>[] }).list
  return { ...made, ...tool, list, names: { one, two, three } }
}

test('a file adds and changes rows with what they own, is taken back as a whole, and is refused where a value is taken', async () => {
  const product = await clubFiles()
  // A file adds and changes rows with what they own.
  {
    const { bring, list, levels, names } = product
    const head = 'Name,Levels,Phone,Seats'
    const first = await bring(csv([head, `Chess,"${names.one}、${names.two}",1,8`, `Go,${names.three},2,`]), {
      keys: ['name'],
    })
    expect(first.job).toMatchObject({ state: 'done', result: { counts: { new: 2 } } })
    expect(await list()).toMatchObject([
      { name: 'Chess', levelIds: levels.slice(0, 2), phone: '1', seats: 8, version: 1 },
      { name: 'Go', levelIds: [levels[2]], phone: '2', seats: null, version: 1 },
    ])
    const lines = [head, `Chess,"${names.two}、${names.one}",1,8`, `Go,${names.one},2,5`, 'Shogi,,3,']
    const second = await bring(csv(lines), { keys: ['name'] })
    expect(second.job).toMatchObject({ result: { counts: { new: 1, changed: 1, unchanged: 1 } } })
    expect(await list()).toMatchObject([
      { name: 'Chess', version: 1 },
      { name: 'Go', levelIds: [levels[0]], seats: 5 },
      { name: 'Shogi', levelIds: [], phone: '3' },
    ])
  }
  await product.db.execute(sql`delete from club`)
  // An import of owned fields is taken back as a whole.
  {
    const { bring, list, names, levels, begin } = product
    await bring(csv(['Name,Levels,Phone', `Chess,${names.one},1`]), { keys: ['name'] })
    const { view } = await bring(csv(['Name,Levels,Phone', `Chess,${names.two},7`, `Go,${names.one},2`]), {
      keys: ['name'],
    })
    expect(await begin('importUndo', { id: view.id })).toMatchObject({
      state: 'done',
      result: { removed: 1, changed: 1 },
    })
    expect(await list()).toMatchObject([{ name: 'Chess', levelIds: [levels[0]], phone: '1' }])
  }
  await product.db.execute(sql`delete from club`)
  // A value of an owned table that is taken is refused at its row, before anything is written.
  {
    const { bring, rows, list } = product
    await bring(csv(['Name,Phone', 'Chess,1']), { keys: ['name'] })
    const { view, job } = await bring(csv(['Name,Phone', 'Go,1', 'Shogi,5', 'Bridge,5', 'Dice,6']), {
      keys: ['name'],
      skipRefused: true,
    })
    expect(job).toMatchObject({ result: { counts: { new: 2, refused: 2 } } })
    const refused = (await rows(view.id, 'refused')).list
    expect(refused.map(({ row, errors }) => [row, errors.map(({ field }) => field)])).toEqual([
      [2, ['phone']],
      [4, ['phone']],
    ])
    expect((await list()).map(({ name }) => name)).toEqual(['Chess', 'Shogi', 'Dice'])
  }
})

test('a writer judges the rows of a file by writing them, and writes them in the import', async () => {
  const made = await purses(20)
  await made.jobs.start()
  const { send, planOf, check, run, rows } = importer(made, made.admin, 'purse-entry')
  const { data } = await send(csv(['ID,Purse,Amount', ',Ann,-15', ',Ann,-10', ',Ann,5']))
  const plan = { ...planOf(data), keys: ['id'] }
  const held = async () => (await made.db.execute<{ balance: number }>(sql`select balance from purse`)).rows[0]?.balance
  expect(await check(data.id, plan)).toMatchObject({ result: { counts: { new: 2, refused: 1 } } })
  expect(await held()).toBe(20)
  const { rows: before } = await made.db.execute(sql`select id from purse_entry`)
  expect(before).toEqual([])
  expect((await rows(data.id, 'refused')).list).toMatchObject([
    { row: 3, errors: [{ field: 'amount', text: 'There is not enough in the purse' }] },
  ])
  expect(await run(data.id, plan, true)).toMatchObject({ state: 'done', result: { counts: { new: 2, refused: 1 } } })
  expect(await held()).toBe(10)
  const { rows: entries } = await made.db.execute(sql`select "before", "after" from purse_entry order by id`)
  expect(entries).toEqual([
    { before: 20, after: 5 },
    { before: 5, after: 10 },
  ])
})

test('where rows are only added, every row of a file is a new one, unless a key says otherwise', async () => {
  const made = await purses(20, ['index', 'add'])
  await made.jobs.start()
  const { send, planOf, check, run } = importer(made, made.admin, 'purse-entry')
  const { data } = await send(csv(['Purse,Amount', 'Ann,5', 'Ann,5', 'Ann,-40', 'Ann,much']))
  const plan = planOf(data)
  expect(data.keys).toMatchObject({ proposed: [], needed: false })
  expect(plan).toMatchObject({ keys: [], mode: 'add' })
  expect(await check(data.id, plan)).toMatchObject({ result: { counts: { new: 2, refused: 2 } } })
  expect(await run(data.id, plan, true)).toMatchObject({ state: 'done', result: { counts: { new: 2, refused: 2 } } })
  const again = await send(csv(['Purse,Amount', 'Ann,5']))
  const held = async () => (await made.db.execute<{ balance: number }>(sql`select balance from purse`)).rows[0]?.balance
  expect(await held()).toBe(30)
  expect(await run(again.data.id, planOf(again.data))).toMatchObject({ result: { counts: { new: 1 } } })
  expect(await held()).toBe(35)
  const known = await send(csv(['Purse,Amount', 'Ann,7', 'Ann,9']))
  const keyed = { ...planOf(known.data), keys: ['amount'] }
  await run(known.data.id, keyed)
  const third = await send(csv(['Purse,Amount', 'Ann,7', 'Ann,11']))
  expect(await run(third.data.id, { ...planOf(third.data), keys: ['amount'] })).toMatchObject({
    result: { counts: { new: 1, skipped: 1 } },
  })
  expect(await held()).toBe(62)
})

test('where rows can be edited, a file without a key is refused at the keys', async () => {
  const made = await purses(20)
  await made.jobs.start()
  const { send, planOf } = importer(made, made.admin, 'purse-entry')
  const { data } = await send(csv(['Purse,Amount', 'Ann,5']))
  expect(data.keys).toMatchObject({ needed: true })
  const body = { id: data.id, plan: { ...planOf(data), keys: [] } }
  expect(await made.admin('POST', '/adminApi/purse-entry/importCheck', body)).toMatchObject({
    code: 422,
    data: { errors: { keys: [expect.any(String)] } },
  })
})
