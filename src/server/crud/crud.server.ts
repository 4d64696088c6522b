import { type Handler, Hono, type MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { type ChangeKind, write } from '#src/db/write.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { statusMessage } from '#src/lib/status-message.ts'
import { fieldErrors } from '#src/resource/form-schema.ts'
import { type Offer, offersOf } from '#src/resource/offers.ts'
import { can, type Node, nodesOf, type StandardVerb } from '#src/resource/registry.ts'
import { requireNode } from '../access/guards.server.ts'
import { readJson } from '../body.server.ts'
import { tableChanged } from '../cache/table-cache.server.ts'
import { type ApiContext, type ApiEnv, actorOf, authorOf, type ResourceOf } from '../context.server.ts'
import { ok } from '../envelope.server.ts'
import { AppError } from '../errors.server.ts'
import { exportApi } from '../export/export.api.server.ts'
import { deletedRows } from '../history/deleted.server.ts'
import { rowHistory } from '../history/history.server.ts'
import { deletedQuery, historyQuery } from '../history/history-query.server.ts'
import { withOfferedUndo } from '../history/offered-undo.server.ts'
import { restoreRow } from '../history/restore.server.ts'
import { importApi } from '../import/import.api.server.ts'
import { idList, idQuery, selectQuery } from '../list/crud-query.server.ts'
import { listRows, listTotal } from '../list/list.server.ts'
import { parseListQuery } from '../list/list-query.server.ts'
import { listSums } from '../list/list-sums.server.ts'
import { inTurn } from '../list/read-turns.server.ts'
import { findRow, labelsOf } from '../list/rows.server.ts'
import { bulkDelete, bulkEdit } from '../write/bulk.server.ts'
import { explainDbError } from '../write/db-errors.server.ts'
import { once, requestOf } from '../write/idempotency.server.ts'
import { addRow, deleteRows, editRow, sortRow } from '../write/save.server.ts'
import type { Resource } from './resource.server.ts'
import { type RegisteredResource, registerResource } from './resource-registry.server.ts'
import { seenBy } from './seen-by.server.ts'
import { nameResource } from './table-names.server.ts'

/** Maximum rows of a tree that one response holds. */
const MOST_NODES = 50_000

type Answer = { data: unknown; msg: string }
export type NamedAction = {
  node: Node
  kind?: ChangeKind
  run(tx: Db, c: ApiContext, body: Record<string, unknown>, changeSetId: number): Promise<Answer>
}

/**
 * Registers a resource and returns its controller: the endpoints of its verbs, and its further named POST actions.
 * Every endpoint checks its permission node and applies the actor's scope.
 */
export function crud(resource: Resource, actions: Record<string, NamedAction> = {}) {
  nameResource(resource)
  const registered = { resource, nodes: nodesOf(resource.description) }
  registerResource(registered)
  const resourceOf = (c: ApiContext) => seenBy(registered, actorOf(c))
  const api = crudRoutes(resourceOf, offersOf(resource.description))
  for (const [name, { node, kind = 'save', run }] of Object.entries(actions)) {
    api.post(`/${name}`, requireNode(node), writing(resourceOf, kind, run))
  }
  return api
}

/**
 * The endpoints that resources share.
 * @param resourceOf the resource of a request
 * @param offers what the resource offers. Undefined when each request may have another resource: what that one does
 * not offer answers 404.
 */
export function crudRoutes(resourceOf: ResourceOf, offers?: ReturnType<typeof offersOf>): Hono<ApiEnv> {
  const allow =
    (verb: StandardVerb): MiddlewareHandler<ApiEnv> =>
    (c, next) => {
      const node = resourceOf(c).nodes[verb]
      if (!node) throw new AppError(404, statusMessage(404, c.req.path))
      return requireNode(node)(c, next)
    }
  const mayWrite: MiddlewareHandler<ApiEnv> = (c, next) => {
    const { add, edit } = resourceOf(c).nodes
    if (![add, edit].some((node) => node && can(actorOf(c), node))) throw new AppError(403)
    return next()
  }
  const add = writing(resourceOf, 'save', async (tx, c, body, changeSetId, { resource }) => ({
    data: { ...(await addRow(tx, resource, actorOf(c), body, changeSetId)), changeSetId },
    msg: m.success_added(),
  }))
  const edit = writing(resourceOf, 'save', async (tx, c, body, changeSetId, { resource }) => {
    const { changed, ...saved } = await editRow(tx, resource, actorOf(c), body, changeSetId)
    return { data: { ...saved, changeSetId: changed ? changeSetId : null }, msg: m.success_updated() }
  })
  const del = (ids: (c: ApiContext) => unknown[]) =>
    writing(resourceOf, 'save', async (tx, c, _body, changeSetId, { resource }) => {
      const parsed = v.safeParse(idList, ids(c))
      if (!parsed.success) throw new AppError(400, undefined, { errors: { ids: [m.rule_type()] } })
      const count = await deleteRows(tx, resource, actorOf(c), parsed.output, changeSetId)
      return { data: { count, changeSetId }, msg: m.success_deleted({ count }) }
    })
  const index = async (c: ApiContext) => {
    const query = parseListQuery(new URL(c.req.url).searchParams)
    return c.json(ok(await inTurn(c, (db) => listRows(db, resourceOf(c).resource, actorOf(c), query))))
  }

  const api = new Hono<ApiEnv>()
    .get('/index', allow('index'), index)
    .get('/count', allow('index'), async (c) => {
      const query = parseListQuery(new URL(c.req.url).searchParams)
      return c.json(ok(await inTurn(c, (db) => listTotal(db, resourceOf(c).resource, actorOf(c), query))))
    })
    .get('/sums', allow('index'), async (c) => {
      const query = parseListQuery(new URL(c.req.url).searchParams)
      return c.json(ok({ sums: await inTurn(c, (db) => listSums(db, resourceOf(c).resource, actorOf(c), query)) }))
    })
    .get('/edit', allow('index'), async (c) => {
      const query = v.safeParse(idQuery, c.req.query())
      if (!query.success) throw new AppError(400, undefined, { errors: { id: [m.rule_type()] } })
      const { db } = c.get('deps')
      const { resource } = resourceOf(c)
      const row = await findRow(db, resource, actorOf(c), query.output.id)
      if (!row) throw new AppError(404, m.error_rowMissing())
      return c.json(ok({ row, labels: await labelsOf(db, resource, [row]) }))
    })
    .get('/select', allow('index'), async (c) => {
      const query = v.safeParse(selectQuery, c.req.query())
      if (!query.success) throw new AppError(400, undefined, { errors: fieldErrors(query.issues) })
      const { field, quickSearch, page, limit, parent, values, whole } = query.output
      const { resource } = resourceOf(c)
      // `constructor` is a property of every object, but not a relation.
      const relation = Object.hasOwn(resource.relations ?? {}, field) ? resource.relations?.[field] : undefined
      if (!relation) throw new AppError(400, m.error_queryField({ field }))
      const { db } = c.get('deps')
      if (values) {
        // The actor must not read the labels of rows outside of the actor's scope.
        const seen = relation.available
          ? await relation.available(db, actorOf(c), values.map(Number).filter(Number.isSafeInteger))
          : values
        const names = Object.entries(await relation.labels(db, seen))
        return c.json(ok({ list: names.map(([value, label]) => ({ value, label })), more: false }))
      }
      if (whole) {
        if (!relation.nodes) throw new AppError(400, m.error_queryField({ field: 'whole' }))
        const { nodes } = relation
        const all = await inTurn(c, (db) => nodes(db, actorOf(c), MOST_NODES + 1))
        return c.json(ok({ list: all.slice(0, MOST_NODES), more: all.length > MOST_NODES }))
      }
      // One extra row shows whether there are more.
      const choices = { quickSearch, parent, limit: limit + 1, offset: (page - 1) * limit }
      const found = await inTurn(c, (db) => relation.search(db, actorOf(c), choices))
      return c.json(ok({ list: found.slice(0, limit), more: found.length > limit }))
    })
    .get('/page', allow('index'), index)

  const offer = (
    name: Offer,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    allowed: MiddlewareHandler<ApiEnv>,
    run: Handler<ApiEnv>,
  ) => {
    const offered: MiddlewareHandler<ApiEnv> = async (c, next) =>
      offersOf(resourceOf(c).resource.description)[name] ? next() : c.notFound()
    if (!offers) api.on(method, path, offered, allowed, run)
    else if (offers[name]) api.on(method, path, allowed, run)
  }
  const queryIds = (c: ApiContext) => c.req.queries('ids[]') ?? c.req.query('ids')?.split(',') ?? []
  offer('add', 'POST', '/add', allow('add'), add)
  offer('edit', 'POST', '/edit', allow('edit'), edit)
  offer('del', 'DELETE', '/del', allow('del'), del(queryIds))
  offer('save', 'POST', '/page', mayWrite, async (c, next) => {
    // Page style: a body with an id updates a row, a body without one adds a row.
    const editing = (await readJson(c)).id !== undefined
    await allow(editing ? 'edit' : 'add')(c, async () => {})
    return (editing ? edit : add)(c, next)
  })
  const pathId = (c: ApiContext) => [c.req.param('id')]
  offer('del', 'DELETE', '/page/:id', allow('del'), del(pathId))

  const several = (run: typeof bulkEdit, done: (count: number) => string) =>
    writing(resourceOf, 'bulk', async (tx, c, body, changeSetId, { resource }) => {
      const data = await run(tx, resource, actorOf(c), body, changeSetId)
      return { data, msg: data.changeSetId === null ? '' : done(data.changed) }
    })
  const editMany = several(bulkEdit, (count) => m.success_bulkEdited({ count }))
  offer('edit', 'POST', '/bulkEdit', allow('edit'), editMany)
  const deleteMany = several(bulkDelete, (count) => m.success_deleted({ count }))
  offer('del', 'POST', '/bulkDel', allow('del'), deleteMany)
  const restore = writing(resourceOf, 'save', async (tx, c, body, changeSetId, registered) => {
    const { changed, ...saved } = await restoreRow(tx, registered, actorOf(c), body, changeSetId)
    return { data: { ...saved, changeSetId: changed ? changeSetId : null }, msg: m.success_restored() }
  })
  offer('restore', 'POST', '/restore', mayWrite, restore)
  offer('history', 'GET', '/history', allow('index'), async (c) => {
    const query = v.safeParse(historyQuery, c.req.query())
    if (!query.success) throw new AppError(400, undefined, { errors: fieldErrors(query.issues) })
    const { resource } = resourceOf(c)
    return c.json(ok(await inTurn(c, (db) => rowHistory(db, resource, actorOf(c), query.output))))
  })
  // A user who may restore deleted rows may list them.
  offer('deleted', 'GET', '/deleted', allow('add'), async (c) => {
    const query = v.safeParse(deletedQuery, c.req.query())
    if (!query.success) throw new AppError(400, undefined, { errors: fieldErrors(query.issues) })
    return c.json(ok(await deletedRows(c.get('deps').db, resourceOf(c).resource, actorOf(c), query.output)))
  })
  const sort = writing(resourceOf, 'save', async (tx, c, body, changeSetId, { resource }) => {
    const { id, changed } = await sortRow(tx, resource, actorOf(c), body)
    return { data: { id, changeSetId: changed ? changeSetId : null }, msg: m.success_sorted() }
  })
  offer('sort', 'POST', '/sortable', allow('edit'), sort)
  if (!offers || offers.import) api.route('/', importApi(resourceOf))
  api.route('/', exportApi(resourceOf))
  return api
}

type Write = (...given: [...Parameters<NamedAction['run']>, registered: RegisteredResource]) => Promise<Answer>

/**
 * Runs a write in one recorded transaction, at most once for its Idempotency-Key. Database errors become readable
 * messages.
 */
function writing(resourceOf: ResourceOf, kind: ChangeKind, run: Write): Handler<ApiEnv> {
  return async (c) => {
    const registered = resourceOf(c)
    const { resource } = registered
    const body = c.req.method === 'POST' ? await readJson(c) : {}
    const request = requestOf(c, body)
    try {
      const { db } = c.get('deps')
      const answer = await write(db, authorOf(c), kind, (tx, changeSetId) =>
        once(tx, request, async () => {
          const { data, msg } = await run(tx, c, body, changeSetId, registered)
          return { data: await withOfferedUndo(tx, registered, data), msg }
        }),
      )
      tableChanged(db, resource.tableName)
      return c.json(ok(answer.data, answer.msg))
    } catch (error) {
      throw explainDbError(error, resource.uniqueLabels())
    }
  }
}
