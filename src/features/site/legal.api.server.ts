import { and, desc, eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { legalVersion } from '#src/db/legal.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { id } from '#src/lib/number-rules.ts'
import { textIn } from '#src/server/config.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { instantText } from '#src/server/fields/field-types.server.ts'

const version = v.strictObject({ id, time: instantText })

/** A version of the terms of use or of the privacy policy, in the language of the request: the last one by default. */
export const legalCall = endpoint({
  method: 'get',
  path: '/api/site/legal',
  tag: 'site',
  summary: m.call_legal,
  security: 'none',
  query: v.strictObject({ kind: v.picklist(['terms', 'privacy']), version: v.optional(id) }),
  answer: v.strictObject({
    /** Plain text. An empty line begins a paragraph. */
    text: v.string(),
    shown: version,
    /** The newest first. */
    versions: v.array(version),
  }),
  errors: [404],
  run: async ({ db, query }) => {
    const ofKind = eq(legalVersion.kind, query.kind)
    const one = query.version === undefined ? undefined : eq(legalVersion.id, query.version)
    const [found] = await db.select().from(legalVersion).where(and(ofKind, one)).orderBy(desc(legalVersion.id)).limit(1)
    if (!found || textIn(found.text) === '') throw new AppError(404, m.legal_missing())
    // A version may have a text in the other language only.
    const versions = await db
      .select({ id: legalVersion.id, time: legalVersion.createTime })
      .from(legalVersion)
      .where(and(ofKind, sql`${legalVersion.text} ->> ${getLocale()} <> ''`))
      .orderBy(desc(legalVersion.id))
      .limit(200)
    return { text: textIn(found.text), shown: { id: found.id, time: found.createTime }, versions }
  },
})
