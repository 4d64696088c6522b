import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Operation } from '#src/server/openapi/operation.server.ts'

const common = { tag: 'planned', planned: true, answer: v.unknown() } as const
const table = v.pipe(v.string(), v.regex(/^\w{1,63}$/))
const clean = v.optional(v.picklist(['0', '1']))
const extras = v.optional(v.record(v.string(), v.unknown()))
const file = v.looseObject({ file: v.file() })

const json = (entries: v.ObjectEntries) =>
  ({ type: 'application/json', schema: v.object(entries) }) as const satisfies Operation['body']
const upload = {
  type: 'multipart/form-data',
  schema: file,
  facts: { file: { type: 'string', format: 'binary' } },
} as const

/**
 * Operations whose modules are not built yet. They are documented, so that clients can be written today; they answer
 * 501. An operation leaves this list when its module implements it.
 */
export const plannedOperations: readonly Operation[] = [
  {
    ...common,
    method: 'post',
    path: '/api/Sms/send',
    security: 'none',
    summary: m.call_sms,
    body: json({ mobile: v.string(), template_code: v.string(), extras }),
  },
  {
    ...common,
    method: 'post',
    path: '/api/Ems/send',
    security: 'none',
    summary: m.call_ems,
    body: json({ email: v.string(), event: v.string(), extras }),
  },
  {
    ...common,
    method: 'post',
    path: '/admin/sys-file/upload',
    security: 'admin',
    summary: m.call_uploadAdmin,
    body: upload,
  },
  {
    ...common,
    method: 'post',
    path: '/api/ajax/upload',
    security: 'user',
    summary: m.call_uploadUser,
    body: upload,
  },
  {
    ...common,
    method: 'get',
    path: '/admin/ajax/table',
    security: 'admin',
    summary: m.call_table,
    query: { table, clean },
  },
  {
    ...common,
    method: 'get',
    path: '/admin/ajax/getTablePk',
    security: 'admin',
    summary: m.call_tablePk,
    query: { table },
  },
  {
    ...common,
    method: 'get',
    path: '/admin/ajax/getTableFieldList',
    security: 'admin',
    summary: m.call_tableFieldList,
    query: { table, clean },
  },
  {
    ...common,
    method: 'get',
    path: '/admin/ajax/buildSuffixSvg',
    security: 'admin',
    summary: m.call_suffixSvg,
    query: { suffix: v.pipe(v.string(), v.maxLength(20)) },
  },
  {
    ...common,
    method: 'post',
    path: '/admin/ajax/changeTerminalConfig',
    security: 'admin',
    summary: m.call_terminalConfig,
    body: json({ manager: v.optional(v.string()), port: v.optional(v.number()) }),
  },
  {
    ...common,
    method: 'get',
    path: '/admin/Terminal/index',
    security: 'admin',
    summary: m.call_terminal,
    query: { command: v.string(), uuid: v.string(), extend: v.optional(v.string()) },
  },
]
