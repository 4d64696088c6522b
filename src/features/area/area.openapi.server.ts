import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Operation } from '#src/server/openapi/operation.server.ts'
import { areaQuery } from './area.api.server.ts'

const answer = v.array(v.strictObject({ value: v.string(), label: v.string(), level: v.number() }))
const common = { method: 'get', tag: 'site', query: areaQuery.entries, answer, summary: m.call_area } as const

/** The OpenAPI operations of the divisions of China. */
export const areaOperations: readonly Operation[] = [
  { ...common, path: '/admin/ajax/area', security: 'admin' },
  { ...common, path: '/api/ajax/area', security: 'none' },
]
