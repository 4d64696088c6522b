import { asc, eq, isNull } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { area } from './area.table.server.ts'

const asked = v.object({
  province: v.optional(v.pipe(v.string(), v.regex(/^(\d{2})?$/))),
  city: v.optional(v.pipe(v.string(), v.regex(/^(\d{4})?$/))),
  // A random value from the client that keeps identical requests apart. The server ignores it.
  uuid: v.optional(v.string()),
})

const common = {
  method: 'get',
  tag: 'site',
  summary: m.call_area,
  query: asked,
  answer: v.array(v.strictObject({ value: v.string(), label: v.string(), level: v.number() })),
  run: ({ db, query }: { db: Database; query: v.InferOutput<typeof asked> }) => areasBelow(db, query),
} as const

/** The divisions of China, for both sides. Public too, because registration needs them. The data is not secret. */
export const areaEndpoints = {
  admin: endpoint({ ...common, path: '/admin/ajax/area', security: 'admin' }),
  public: endpoint({ ...common, path: '/api/ajax/area', security: 'none' }),
}

/** Lists all provinces, the cities of one province, or the counties of one city. */
function areasBelow(db: Database, { province, city }: v.InferOutput<typeof asked>) {
  const parent = city || province
  return db
    .select({ value: area.code, label: area.name, level: area.level })
    .from(area)
    .where(parent ? eq(area.parentCode, parent) : isNull(area.parentCode))
    .orderBy(asc(area.code))
}
