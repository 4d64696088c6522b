import { Hono, type MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import { fieldErrors } from '#src/resource/form-schema.ts'
import { requireNode } from '../access/guards.server.ts'
import { readJson } from '../body.server.ts'
import { type ApiContext, type ApiEnv, actorOf, type ResourceOf } from '../context.server.ts'
import { invalid } from '../errors.server.ts'
import { exportRows } from './export.server.ts'
import { exportBody, parseExportQuery } from './export-query.server.ts'

/** Endpoints that export a list, or some of its rows, as a file. Every user with access to the list may export it. */
export function exportApi(resourceOf: ResourceOf) {
  const mayList: MiddlewareHandler<ApiEnv> = (c, next) => requireNode(resourceOf(c).nodes.index)(c, next)
  const send = async (c: ApiContext, ids?: readonly number[]) => {
    const { db, log } = c.get('deps')
    const actor = actorOf(c)
    const { resource } = resourceOf(c)
    const query = parseExportQuery(resource, new URL(c.req.url).searchParams)
    log.info({ requestId: c.get('requestId'), actor: actor.id, resource: resource.key, format: query.format }, 'export')
    return exportRows({ db, actor, resource, ids }, query, c.req.method === 'HEAD')
  }
  return new Hono<ApiEnv>()
    .get('/export', mayList, (c) => send(c))
    .post('/export', mayList, async (c) => {
      const result = v.safeParse(exportBody, await readJson(c))
      if (!result.success) throw invalid(fieldErrors(result.issues))
      return send(c, result.output.ids)
    })
}
