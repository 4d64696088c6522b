import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account } from '#src/db/identity.table.server.ts'
import { importMemory } from '#src/db/import.table.server.ts'
import { importer, importNodes, type Plan, startImports } from '../support/imports.ts'
import { addOfficer } from '../support/officer.ts'

type Api = Awaited<ReturnType<typeof startImports>>

const titles = '编码,甲,类型'
let files = 0
/** A file with a code of its own, so that each import has something to write. */
const file = (head = titles) => `${head}\nM${++files},第 ${files} 小学,学校\n`

/** A file with a column that is chosen by hand. Nothing is remembered yet. */
async function chosenByHand(api: Api) {
  await api.db.delete(importMemory)
  const { data: view } = await api.send(file())
  expect(view.columns.map(({ field }) => field)).toEqual(['code', null, 'type'])
  const plan: Plan = { ...api.planOf(view), mapping: ['code', 'name', 'type'], mode: 'add', blank: 'clear' }
  const columnsOf = async (head = titles) => (await api.send(file(head))).data.columns
  return { ...api, view, plan, columnsOf }
}

test('what was chosen by hand is remembered for this user and this resource, until it is forgotten', async () => {
  const made = await startImports()

  // A column that was chosen by hand is remembered after the import, for this user and this resource.
  {
    const api = await chosenByHand(made)
    const { db, signIn, view, plan, check, run, send, columnsOf } = api
    // A dry run decides nothing.
    expect(await check(view.id, plan)).toMatchObject({ state: 'done' })
    expect(await db.$count(importMemory)).toBe(0)
    expect(await run(view.id, plan, false, { chosen: { columns: [1] } })).toMatchObject({ state: 'done' })
    const { data: next } = await send(file())
    expect(next.columns.map(({ field, by, doubt }) => [field, by, doubt])).toEqual([
      // The guesses beside it are still guesses.
      ['code', 'part', 'guess'],
      ['name', 'memory', null],
      ['type', 'part', 'guess'],
    ])
    // How rows and empty cells were treated was meant for that file alone.
    expect(next).toMatchObject({ mode: 'both', blank: 'keep', keys: { proposed: ['code'], remembered: false } })

    await addOfficer({ db }, { username: 'officer', nodes: [...importNodes], scope: 'all' })
    const theirs = (await importer(api, await signIn('admin', 'officer')).send(file())).data
    expect(theirs.columns[1]).toMatchObject({ field: null, by: null })
    const elsewhere = (await importer(api, api.call, 'subject').send(file())).data
    expect(elsewhere.columns[1]).toMatchObject({ field: null, by: null })
    expect((await columnsOf('编码,乙,类型'))[1]).toMatchObject({ field: null, by: null })
  }

  // An import that says nothing of choices, or fails, is not remembered.
  {
    const { db, view, plan, run, send } = await chosenByHand(made)
    expect(await run(view.id, { ...plan, mode: 'update' }, false, { chosen: { columns: [1] } })).toMatchObject({
      state: 'failed',
    })
    expect(await db.$count(importMemory)).toBe(0)
    expect(await run(view.id, plan)).toMatchObject({ state: 'done' })
    expect((await send(file())).data.columns[1]).toMatchObject({ field: null, by: null })
  }

  // A column that was left out by hand stays left out.
  {
    const { send, planOf, run, columnsOf } = await chosenByHand(made)
    const head = '编码,名称,类型,校长电话'
    const { data } = await send(`${head}\nX1,某校,学校,13800000001\n`)
    expect(data.columns[3]).toMatchObject({ field: 'phone', doubt: 'guess' })
    const plan = { ...planOf(data), mapping: ['code', 'name', 'type', null] }
    expect(await run(data.id, plan, false, { chosen: { columns: [3] } })).toMatchObject({ state: 'done' })
    expect((await columnsOf(head))[3]).toMatchObject({ field: null, by: 'memory', doubt: null })
  }

  // An exact title beats the memory, and titles that occur twice are neither remembered nor found.
  {
    const { db, send, planOf, run, columnsOf } = await chosenByHand(made)
    const twice = '机构代码,甲,甲,机构类型'
    const { data: view } = await send(`${twice}\nT1,某校,别名,学校\n`)
    const plan = { ...planOf(view), mapping: ['code', 'name', 'shortName', 'type'] }
    expect(await run(view.id, plan, false, { chosen: { columns: [1, 2] } })).toMatchObject({ state: 'done' })
    expect((await columnsOf('机构代码,甲,机构类型'))[1]).toMatchObject({ field: null, by: null })

    const { data: once } = await send(`机构代码,甲,机构名称\nT2,某校,学校\n`)
    const odd = { ...planOf(once), mapping: ['code', 'name', 'type'] }
    expect(await run(once.id, odd, false, { chosen: { columns: [1, 2] } })).toMatchObject({ state: 'done' })
    expect(JSON.stringify(await db.select().from(importMemory))).not.toContain('机构名称')
    const found = await columnsOf('机构代码,甲,机构名称')
    expect(found.map(({ field, by }) => [field, by])).toEqual([
      ['code', 'title'],
      // The remembered field has gone to its exact title.
      [null, null],
      ['name', 'title'],
    ])
    expect((await columnsOf('机构代码,甲,甲')).map(({ field, doubt }) => [field, doubt])).toEqual([
      ['code', null],
      [null, 'twice'],
      [null, 'twice'],
    ])
    expect((await columnsOf('机构代码,甲,乙'))[1]).toMatchObject({ field: 'name', by: 'memory' })
  }
})

test('remembered keys are proposed when the file has them; what is remembered can be forgotten', async () => {
  const made = await startImports()

  // Keys are remembered when they were chosen by hand, as long as the file has them and they do not merely count.
  {
    const { send, planOf, run } = made
    await made.db.delete(importMemory)
    const keysOf = async (text: string) => (await send(text)).data.keys
    const { data: view } = await send('机构代码,机构名称,机构类型\nK1,一校,学校\n')
    expect(await run(view.id, { ...planOf(view), keys: ['name'] })).toMatchObject({ state: 'done' })
    expect(await keysOf('机构代码,机构名称\nK1,一校\n')).toMatchObject({ proposed: ['code'], remembered: false })
    const { data: again } = await send('机构代码,机构名称,机构类型\nK2,二校,学校\n')
    await run(again.id, { ...planOf(again), keys: ['name', 'type'] }, false, { chosen: { keys: true } })
    expect(await keysOf('机构代码,机构名称,机构类型\nK1,一校,学校\n')).toMatchObject({
      proposed: ['name', 'type'],
      remembered: true,
    })
    expect(await keysOf('机构代码,机构名称\nK1,一校\n')).toMatchObject({ proposed: ['code'], remembered: false })
    expect(await keysOf('机构代码,机构名称,机构类型\nK1,1,学校\nK2,2,学校\n')).toMatchObject({
      proposed: ['code'],
      remembered: false,
    })
  }

  // What is remembered can be forgotten: a column, the keys, or all.
  {
    const { call, send, planOf, run } = made
    await made.db.delete(importMemory)
    const head = '机构代码,甲,乙'
    const { data: view } = await send(`${head}\nF1,某校,学校\n`)
    const plan = { ...planOf(view), mapping: ['code', 'name', 'type'], keys: ['name'] }
    const remember = async () => {
      const { data } = await send(`${head}\nF${++files},某校 ${files},学校\n`)
      expect(await run(data.id, plan, false, { chosen: { columns: [1, 2], keys: true } })).toMatchObject({
        state: 'done',
      })
    }
    const now = async () => {
      const { columns, keys } = (await send(`${head}\nF9,某校,学校\n`)).data
      return [...columns.slice(1).map(({ field }) => field), keys.proposed[0]]
    }
    const forget = (body: object) => call('POST', '/adminApi/organization/importForget', body)
    await remember()
    expect(await now()).toEqual(['name', 'type', 'name'])
    expect(await forget({ what: 'column', title: ' 乙*' })).toMatchObject({ code: 200, msg: 'Forgotten' })
    expect(await now()).toEqual(['name', null, 'name'])
    await forget({ what: 'keys' })
    expect(await now()).toEqual(['name', null, 'code'])
    await remember()
    await forget({ what: 'all' })
    expect(await now()).toEqual([null, null, 'code'])
    expect(await forget({ what: 'something' })).toMatchObject({ code: 422 })
  }

  // What an earlier release remembered, guesses included, decides nothing.
  {
    const { db, send } = made
    await made.db.delete(importMemory)
    const [admin] = await db.select().from(account).where(eq(account.username, 'admin'))
    await db.insert(importMemory).values({
      accountId: admin?.id ?? 0,
      resource: 'organization',
      mapping: { columns: { 甲: 'name', 机构名称: 'shortName' }, keys: ['type'], mode: 'update', blank: 'clear' },
    })
    const { data } = await send('机构代码,甲,机构名称,机构类型\nO1,x,某校,学校\n')
    expect(data.columns.map(({ field }) => field)).toEqual(['code', null, 'name', 'type'])
    expect(data).toMatchObject({ mode: 'both', blank: 'keep', keys: { proposed: ['code'] } })
  }
})
