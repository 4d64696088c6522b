import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Operation } from '#src/server/openapi/operation.server.ts'
import type { Site } from './site.api.server.ts'

const site = v.strictObject({
  siteName: v.string(),
  recordNumber: v.string(),
  version: v.string(),
  cdnUrl: v.string(),
  apiUrl: v.string(),
  headNav: v.array(v.object({ title: v.string(), path: v.string() })),
  timeZone: v.string(),
  iconfontUrl: v.string(),
  contactEmail: v.string(),
  contactPhone: v.string(),
  importMaxsize: v.number(),
  organizationParents: v.record(v.string(), v.array(v.string())),
  upload: v.strictObject({ mode: v.string(), maxsize: v.number(), mimetype: v.string(), savename: v.string() }),
}) satisfies v.GenericSchema<unknown, Site>

/** The OpenAPI operations of the site. */
export const siteOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/site',
    tag: 'site',
    security: 'none',
    answer: site,
    summary: m.call_site,
  },
]
