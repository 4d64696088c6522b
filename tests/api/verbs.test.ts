import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { resources } from '#src/features/resources.server.ts'
import { can, type Node, nodesOf, registry, type StandardVerb, standardVerbs } from '#src/resource/registry.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import { crudOperations } from '#src/server/crud/kit-calls.server.ts'
import { operationName } from '#src/server/openapi/operation.server.ts'
import { idOf } from '../support/base-info.ts'
import { shelfWith, startShelf } from '../support/shelf.ts'

const subsets: StandardVerb[][] = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) =>
  standardVerbs.filter((_verb, at) => at === 0 || bits & (1 << (at - 1))),
)

test.each(subsets.map((verbs) => [verbs.join(', '), verbs] as const))(
  'what a resource mounts is what it describes, and no more: %s',
  (_name, verbs) => {
    const resource = shelfWith(verbs)
    const mounted = crud(resource)
      .routes.filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} /adminApi/shelf${path.replace(':id', '{id}')}`)
    expect([...new Set(mounted)].sort()).toEqual(crudOperations(resource.description).map(operationName).sort())
    const writes = mounted.filter((name) => !name.startsWith('GET') && name !== 'POST /adminApi/shelf/export')
    expect(writes.length > 0).toBe(verbs.length > 1)
  },
)

test('a resource that is only read answers nothing else, also for a super admin', async () => {
  const { call } = await startShelf(shelfWith(['index']))
  expect(await call('GET', '/adminApi/shelf/index')).toMatchObject({ status: 200, data: { list: [] } })
  for (const path of ['add', 'page', 'bulkEdit', 'bulkDel', 'restore', 'import', 'importRun', 'sortable']) {
    const { status } = await call('POST', `/adminApi/shelf/${path}`, { title: 'A' })
    expect(status, path).toBe(path === 'page' ? 405 : 404)
  }
  expect(await call('POST', '/adminApi/shelf/edit', { id: 1 })).toMatchObject({ status: 405 })
  expect(await call('DELETE', '/adminApi/shelf/del?ids[]=1')).toMatchObject({ status: 404 })
  expect(await call('GET', '/adminApi/shelf/history?id=1')).toMatchObject({ status: 404 })
  expect(await call('GET', '/adminApi/shelf/deleted')).toMatchObject({ status: 404 })
})

test('what was added to a resource that keeps its rows cannot be taken back, and its history says so', async () => {
  const { call, db } = await startShelf(shelfWith(['index', 'add']))
  const id = idOf(await call('POST', '/adminApi/shelf/add', { title: 'A' }))
  const history = await call('GET', `/adminApi/shelf/history?id=${id}`)
  expect(history.data).toMatchObject({ list: [{ operation: 'insert', undoable: false, count: 1 }] })
  const { rows } = await db.execute(sql`select change_set_id as id from change where table_name = 'shelf'`)
  const undone = await call('POST', '/adminApi/history/undo', { changeSetId: rows[0]?.id })
  expect(undone).toMatchObject({ status: 422, msg: '“Shelf” does not allow this to be undone' })
  expect(await call('GET', '/adminApi/shelf/index')).toMatchObject({ data: { total: 1 } })
})

test.each([
  [['index', 'add'], 404],
  [['index', 'add', 'del'], 422],
  [['index', 'edit'], 422],
] as const)('an import is taken back where that is possible: %s', async (verbs, status) => {
  const { call } = await startShelf(shelfWith(verbs))
  expect(await call('POST', '/adminApi/shelf/importUndo', {})).toMatchObject({ status })
})

test('a row that can be deleted can be taken back, although it cannot be edited', async () => {
  const { call } = await startShelf(shelfWith(['index', 'add', 'del']))
  const added = await call('POST', '/adminApi/shelf/add', { title: 'A' })
  const history = await call('GET', `/adminApi/shelf/history?id=${idOf(added)}`)
  expect(history.data).toMatchObject({ list: [{ undoable: true }] })
  const { changeSetId } = added.data as { changeSetId: number }
  expect(await call('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({ status: 200 })
  expect(await call('GET', '/adminApi/shelf/index')).toMatchObject({ data: { total: 0 } })
})

test('nobody holds a node that does not exist', () => {
  const held = { super: false, nodes: new Set(['baseInfo/subject/publish']) }
  // Seam: a stored rule or another client may name it.
  const made = 'baseInfo/subject/publish' as Node
  expect([can(held, made), can({ super: true, nodes: held.nodes }, made)]).toEqual([false, false])
  expect(can({ super: true, nodes: new Set() }, 'baseInfo/exam-scheme/publish')).toBe(true)
  expect(nodesOf({ key: 'subject', menu: 'baseInfo/subject' }).publish).toBeUndefined()
})

test('registry and descriptions agree', () => {
  for (const { resource } of resources) {
    const { key, menu, tree } = resource.description
    const entry = Object.entries(registry).find(([one]) => one === key)?.[1]
    expect(entry, key).toMatchObject({ menu })
    expect(entry && 'tree' in entry, key).toBe(tree === true)
    expect(resource.description.verbs, key).toBeUndefined()
  }
})
