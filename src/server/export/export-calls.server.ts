import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { type ApiContext, actorOf } from '../context.server.ts'
import { type KitBasis, kitCall } from '../crud/kit-call.server.ts'
import { endpoint } from '../endpoint/endpoint.server.ts'
import { listParameters } from '../list/list-query.server.ts'
import { exportRows } from './export.server.ts'
import { exportBody, exportParameters, parseExportQuery } from './export-query.server.ts'

/** Parameters of a list's pages. A file has all rows. */
const PAGES = ['page', 'limit', 'cursor', 'count', 'tree', 'open']

const common = (kit: KitBasis) => {
  const list = Object.entries(listParameters(kit.description.tree === true)).filter(([name]) => !PAGES.includes(name))
  return {
    node: kit.node('index'),
    rawQuery: { ...Object.fromEntries(list), ...exportParameters },
    answer: v.string(),
    bare: 'application/octet-stream',
    log: 'export',
  } as const
}

async function send(kit: KitBasis, c: ApiContext, ids?: readonly number[]): Promise<Response> {
  const { db, log } = c.get('deps')
  const actor = actorOf(c)
  const { resource } = kit.resourceOf(c)
  const query = parseExportQuery(resource, c.get('url').searchParams)
  log.info({ requestId: c.get('requestId'), actor: actor.id, resource: resource.key, format: query.format }, 'export')
  return exportRows({ db, actor, resource, ids }, query, c.req.method === 'HEAD')
}

/** A list as a file. Every user with access to the list may export it. */
export const exportCall = kitCall('get', 'export', 'read', (kit, place) =>
  endpoint({
    ...place,
    ...common(kit),
    summary: () => m.call_export(kit.title()),
    errors: [422, 429],
    run: ({ c }) => send(kit, c),
  }),
)

/** Some rows of a list as a file. */
export const exportRowsCall = kitCall('post', 'export', 'read', (kit, place) =>
  endpoint({
    ...place,
    ...common(kit),
    summary: () => m.call_exportRows(kit.title()),
    body: exportBody,
    errors: [409, 429],
    run: ({ c, body }) => send(kit, c, body.ids),
  }),
)
