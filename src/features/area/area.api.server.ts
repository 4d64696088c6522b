import { asc, eq, isNull } from 'drizzle-orm'
import { Hono } from 'hono'
import * as v from 'valibot'
import { signedIn } from '#src/server/access/guards.server.ts'
import type { ApiContext, ApiEnv } from '#src/server/context.server.ts'
import { ok } from '#src/server/envelope.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { area } from './area.table.server.ts'

/** The query parameters, used by the endpoint and by its OpenAPI description. */
export const areaQuery = v.object({
  province: v.optional(v.pipe(v.string(), v.regex(/^(\d{2})?$/))),
  city: v.optional(v.pipe(v.string(), v.regex(/^(\d{4})?$/))),
  // A random value from the client that keeps identical requests apart. The server ignores it.
  uuid: v.optional(v.string()),
})

/** Lists all provinces, the cities of one province, or the counties of one city. */
async function list(c: ApiContext) {
  const result = v.safeParse(areaQuery, c.req.query())
  if (!result.success) throw new AppError(400)
  const parent = result.output.city || result.output.province
  const rows = await c
    .get('deps')
    .db.select({ value: area.code, label: area.name, level: area.level })
    .from(area)
    .where(parent ? eq(area.parentCode, parent) : isNull(area.parentCode))
    .orderBy(asc(area.code))
  return c.json(ok(rows))
}

export const adminAreaApi = new Hono<ApiEnv>().get('/area', signedIn('admin'), list)
/** Public, because registration needs it. The data is not secret. */
export const publicAreaApi = new Hono<ApiEnv>().get('/area', list)
