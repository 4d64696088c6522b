import { Hono } from 'hono'
import { can } from '../actor.server.ts'
import { type ApiEnv, actorOf } from '../context.server.ts'
import type { Served } from '../served.server.ts'
import { exportRows } from './export.server.ts'
import { parseExportQuery } from './export-query.server.ts'

/** The call by which a list goes out as a file. Who may see the list may take it along. */
export function exportApi({ resource, nodes }: Served) {
  return new Hono<ApiEnv>().get('/export', can(nodes.index), async (c) => {
    const { db, log } = c.get('deps')
    const actor = actorOf(c)
    const query = parseExportQuery(resource, new URL(c.req.url).searchParams)
    log.info(
      { requestId: c.get('requestId'), actor: actor.id, resource: resource.description.key, format: query.format },
      'export',
    )
    return exportRows({ db, actor, resource }, query, c.req.method === 'HEAD')
  })
}
