import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'
import type { Operation, OperationParameters } from '../openapi/operation.server.ts'
import { exportBody, exportParameters } from './export-query.server.ts'

/** The OpenAPI operations of the export endpoints. @param list the query parameters of the list */
export function exportOperations(
  { key, menu, title }: Pick<Description, 'key' | 'menu' | 'title'>,
  list: OperationParameters,
): Operation[] {
  const query = Object.fromEntries(
    Object.entries(list).filter(([name]) => !['page', 'limit', 'cursor', 'count', 'tree', 'open'].includes(name)),
  )
  const common = {
    path: `/adminApi/${key}/export`,
    tag: 'resource',
    security: 'admin',
    node: `${menu}/index`,
    query: { ...query, ...exportParameters },
    answer: v.string(),
    bare: 'application/octet-stream',
  } as const
  return [
    { ...common, method: 'get', errors: [422, 429], summary: () => m.call_export({ title: labelText(title) }) },
    {
      ...common,
      method: 'post',
      errors: [409, 422, 429],
      body: { type: 'application/json', schema: exportBody },
      summary: () => m.call_exportRows({ title: labelText(title) }),
    },
  ]
}
