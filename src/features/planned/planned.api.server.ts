import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { plannedEndpoint } from '#src/server/endpoint/planned-endpoint.server.ts'

const table = v.pipe(v.string(), v.regex(/^\w{1,63}$/))
const clean = v.optional(v.picklist(['0', '1']))

/** The calls whose modules are not built yet. A call leaves this list when its module defines it. */
export const plannedEndpoints = [
  plannedEndpoint({
    method: 'get',
    path: '/admin/ajax/table',
    security: 'admin',
    summary: m.call_table,
    query: v.object({ table, clean }),
  }),
  plannedEndpoint({
    method: 'get',
    path: '/admin/ajax/getTablePk',
    security: 'admin',
    summary: m.call_tablePk,
    query: v.object({ table }),
  }),
  plannedEndpoint({
    method: 'get',
    path: '/admin/ajax/getTableFieldList',
    security: 'admin',
    summary: m.call_tableFieldList,
    query: v.object({ table, clean }),
  }),
]
