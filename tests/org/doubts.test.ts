import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { config } from '#src/db/config.table.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { importer, importNodes, type Plan, startImports } from '../support/imports.ts'
import { addOfficer } from '../support/officer.ts'

const head = '编码,名称,类型,上级组织'
const mapping = ['code', 'name', 'type', 'pid']

type Listed = { list: { row: number; warnings: { kind: string; field: string; text: string }[] }[] }

async function start() {
  const api = await startImports()
  const places = [
    ['D', 'district', null],
    ['S', 'school', 'D'],
    ['C', 'class', 'S'],
  ] as const
  const ids = new Map<string, number>()
  /** Makes the places as they are at the beginning. */
  const again = async () => {
    await api.db.delete(organization)
    for (const [at, [code, type, above]] of places.entries()) {
      const pid = above && ids.get(above)
      const row = { code, name: code, type, pid, sortKey: `a${at}` }
      const [added] = await api.db.insert(organization).values(row).returning({ id: organization.id })
      ids.set(code, added?.id ?? 0)
    }
  }
  await again()
  const idOf = (code: string) => ids.get(code) ?? 0
  const doubts = async (lines: string[], change: Partial<Plan> = {}, by = api, call = api.call) => {
    const { data: view } = await by.send(`${head}\n${lines.join('\n')}\n`)
    const plan = { ...by.planOf(view), mapping, ...change }
    const job = await by.check(view.id, plan)
    const path = `/adminApi/organization/importRows?id=${view.id}&action=warned&kind=rule`
    const { list } = (await call('GET', path)).data as Listed
    return {
      view,
      plan,
      job,
      told: list.map(({ row, warnings }) => [
        row,
        ...warnings.filter(({ kind }) => kind === 'rule').map(({ text }) => text),
      ]),
    }
  }
  return { ...api, again, idOf, doubts }
}

const below = (type: string, parent: string) => `“${type}” is not usually placed below “${parent}”`

test('doubts about places of organizations: in an import, in an edit, and in a change of many rows', async () => {
  const product = await start()
  // An import asks about new rows at an unusual place, below stored rows and rows of the file.
  {
    const { doubts, call, run, db } = product
    const { view, plan, job, told } = await doubts([
      'N1,一班,班级,D',
      'N2,二班,班级,',
      'N3,三班,班级,S',
      'N4,新校,学校,D',
      'N5,四班,班级,N4',
      'N6,分校,学校,N4',
      'N7,又一校,学校,',
    ])
    expect(told).toEqual([
      [2, below('Class', 'District')],
      [3, '“Class” usually has a parent'],
      [7, below('School', 'School')],
    ])
    expect(job).toMatchObject({ result: { warnings: { rows: 3, kinds: { rule: 3 } } } })
    expect(await call('POST', '/adminApi/organization/importRun', { id: view.id, plan })).toMatchObject({ code: 422 })
    expect(await run(view.id, plan)).toMatchObject({ state: 'done', result: { counts: { new: 7 } } })
    expect(await db.$count(organization)).toBe(10)
    const again = await doubts(['N1,一班,班级,D', 'N2,二班,班级,'])
    expect(again.job).toMatchObject({ result: { counts: { unchanged: 2 }, warnings: { rows: 0 } } })
  }
  await product.again()
  // A row that changes its type or its parent is in doubt; one that changes its name is not.
  {
    const { doubts, db } = product
    await db.insert(organization).values({ code: 'X', name: 'X', type: 'class', sortKey: 'b0' })
    const { told } = await doubts(['X,新名,班级,', 'S,S,班级,D', 'C,C,班级,D'])
    expect(told).toEqual([
      [3, below('Class', 'District')],
      [4, below('Class', 'District')],
    ])
  }
  await product.again()
  // A parent counts as the file leaves it.
  {
    const { doubts } = product
    // S becomes a campus, so a class below it is as usual, and a campus is not.
    expect((await doubts(['S,S,校区,D', 'N1,一班,班级,S', 'N2,分部,校区,S'])).told).toEqual([
      [2, below('Campus', 'District')],
      [4, below('Campus', 'Campus')],
    ])
    // In this mode the stored row stays a school.
    expect((await doubts(['S,S,校区,D', 'N2,分部,校区,S'], { mode: 'add' })).told).toEqual([])
  }
  await product.again()
  // The site's own setting decides, also that nothing is in doubt.
  {
    const { doubts, db } = product
    const places = { class: ['district'] }
    const name = eq(config.name, 'organizationParents')
    const [usual] = await db.select().from(config).where(name)
    await db.update(config).set({ value: places }).where(name)
    expect((await doubts(['N1,一班,班级,S', 'N2,二班,班级,D', 'N3,校,学校,S'])).told).toEqual([
      [2, below('Class', 'School')],
    ])
    await db.update(config).set({ value: usual?.value }).where(name)
  }
  await product.again()
  // An edit is saved and answers with its doubts, in the language of the caller.
  {
    const { call, idOf } = product
    const edit = (body: object, language = 'en') =>
      call('POST', '/adminApi/organization/edit', { id: idOf('C'), ...body }, { 'accept-language': language })
    expect(await edit({ type: 'school' })).toMatchObject({
      code: 200,
      data: { warnings: [{ field: 'type', text: below('School', 'School') }] },
    })
    expect(await edit({ pid: null })).toMatchObject({ code: 200, data: { id: idOf('C') } })
    expect(await edit({ pid: idOf('S') }, 'zh-cn')).toMatchObject({
      data: { warnings: [{ field: 'type', text: '“学校”通常不在“学校”下面' }] },
    })
    expect((await edit({ name: '改名', type: 'school' })).data).not.toHaveProperty('warnings')
    expect(
      await call('POST', '/adminApi/organization/add', {
        code: 'T',
        name: 'T',
        type: 'class',
        pid: null,
        levelIds: [],
      }),
    ).toMatchObject({ code: 200, data: { warnings: [{ field: 'type', text: '“Class” usually has a parent' }] } })
  }
  await product.again()
  // The preview of a change of many rows names those in doubt, and blocks none.
  {
    const { call, idOf } = product
    const body = { ids: [idOf('D'), idOf('S'), idOf('C')], values: { type: 'school' } }
    const bulk = (preview: boolean) => call('POST', '/adminApi/organization/bulkEdit', { ...body, preview })
    const told = {
      changed: 2,
      refusedCount: 0,
      warnedCount: 1,
      warned: [{ id: idOf('C'), title: 'C', msg: below('School', 'School') }],
    }
    expect(await bulk(true)).toMatchObject({ code: 200, data: told })
    expect(await bulk(false)).toMatchObject({ code: 200, data: told })
    expect(await bulk(true)).toMatchObject({ data: { changed: 0, unchanged: 3, warnedCount: 0 } })
  }
  await product.again()
  // Nothing is told of a parent that the caller may not see.
  {
    const api = product
    const { db, idOf, signIn } = api
    await addOfficer({ db }, { username: 'officer', nodes: [...importNodes], scope: 'orgBelow', deptId: idOf('S') })
    const call = await signIn('admin', 'officer')
    const theirs = { ...api, ...importer(api, call) }
    expect((await api.doubts(['S,S,班级,'], { mapping: ['code', 'name', 'type', null] }, theirs, call)).told).toEqual(
      [],
    )
    expect((await api.doubts(['C,C,学校,S'], {}, theirs, call)).told).toEqual([[2, below('School', 'School')]])
    const [school] = await db.select().from(organization).where(eq(organization.code, 'S'))
    const edited = await call('POST', '/adminApi/organization/edit', {
      id: idOf('S'),
      version: school?.version,
      type: 'class',
    })
    expect(edited).toMatchObject({ code: 200 })
    expect(edited.data).not.toHaveProperty('warnings')
  }
})
