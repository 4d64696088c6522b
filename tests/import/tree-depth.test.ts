import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { organization } from '#src/db/organization.table.server.ts'
import { TREE_LEVELS } from '#src/server/crud/tree-levels.ts'
import { startImports } from '../support/imports.ts'

const head = '编码,名称,类型,上级组织'
const tooDeep = 'The tree would have more than 32 levels'

/** Rows of which each is below the one before. */
const chain = (count: number, parent = '', prefix = 'L') =>
  `${head}\n${Array.from({ length: count }, (_, at) => `${prefix}${at + 1},${prefix} ${at + 1},学校,${at === 0 ? parent : `${prefix}${at}`}`).join('\n')}\n`

test('no row comes deeper than a tree has levels, and what is deeper already can be moved up', async () => {
  const api = await startImports()

  // A chain of parents is refused from the level on that no tree has, however long it is.
  {
    const { db, send, planOf, check, run, rows } = api
    const { data: view } = await send(chain(300))
    expect(await check(view.id, planOf(view))).toMatchObject({
      result: { counts: { new: TREE_LEVELS, refused: 300 - TREE_LEVELS } },
    })
    const { list } = await rows(view.id, 'refused')
    expect(list.slice(0, 3).map(({ row, errors }) => [row, errors.map(({ field, text }) => [field, text])])).toEqual([
      [34, [['pid', tooDeep]]],
      [35, [['pid', 'Its parent in row 34 is refused']]],
      [36, [['pid', 'Its parent in row 35 is refused']]],
    ])
    // No row has more than the places of a tree's levels.
    const { rows: facts } = await db.execute<{ longest: number }>(
      sql`select max(length(place))::int as longest from import_verdict`,
    )
    expect(facts[0]?.longest).toBeLessThan(300)
    expect(await run(view.id, planOf(view), true)).toMatchObject({ result: { counts: { new: TREE_LEVELS } } })
    const { rows: levels } = await db.execute<{ most: number }>(
      sql`select max(tree_levels(path)) as most from organization`,
    )
    expect(levels[0]?.most).toBe(TREE_LEVELS)
  }

  // A row is refused below the deepest one, and where it would take its own rows too deep.
  {
    const { call, bring, send, planOf, check, rows } = api
    await bring(chain(3, '', 'S'))
    const { data: view } = await send(`${head}\nNEW,New,学校,L32\nS1,S 1,学校,L30\nS3,S 3,学校,L30\n`)
    const plan = { ...planOf(view), keys: ['code'] }
    expect(await check(view.id, plan)).toMatchObject({ result: { counts: { changed: 1, refused: 2 } } })
    const { list } = await rows(view.id, 'refused')
    expect(list.map(({ row, errors }) => [row, errors])).toEqual([
      [2, [expect.objectContaining({ field: 'pid', text: tooDeep })]],
      [3, [expect.objectContaining({ field: 'pid', text: tooDeep })]],
    ])
    const answer = await call('GET', '/adminApi/organization/index?limit=200')
    const all = (answer.data as { list: { id: number; code: string; version: number }[] }).list
    const found = (code: string) => all.find((one) => one.code === code)
    const refusal = { code: 422, data: { errors: { pid: [tooDeep] } } }
    const deepest = found('L32')?.id
    const added = { code: 'X', name: 'X', type: 'school', pid: deepest }
    expect(await call('POST', '/adminApi/organization/add', added)).toMatchObject(refusal)
    const moved = { id: found('S1')?.id, pid: found('L30')?.id }
    expect(await call('POST', '/adminApi/organization/edit', moved)).toMatchObject(refusal)
    expect(await call('POST', '/adminApi/organization/edit', { ...moved, pid: found('L29')?.id })).toMatchObject({
      code: 200,
    })
  }

  // What an earlier release has put deeper can be changed, and moved up.
  {
    const { db, call, bring } = api
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql`
        insert into organization (id, code, name, type, pid, path, sort_key)
        select 900001, 'DEEP', 'Deep', 'school', id, path || '900001/', 'a0' from organization where code = 'L32'`)
    })
    const edit = (values: object) => call('POST', '/adminApi/organization/edit', { id: 900001, ...values })
    expect(await edit({ name: 'Deeper' })).toMatchObject({ code: 200 })
    const { job } = await bring(`编码,名称\nDEEP,Deepest\n`)
    expect(job).toMatchObject({ state: 'done', result: { counts: { changed: 1, refused: 0 } } })
    const [parent] = await db.select({ id: organization.id }).from(organization).where(eq(organization.code, 'L5'))
    expect(await edit({ pid: parent?.id })).toMatchObject({ code: 200 })
  }
})
