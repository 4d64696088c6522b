import type { FilterTree } from '#src/resource/filter-tree.ts'
import type { FormValues } from '#src/resource/form-values.ts'
import type { bulkDelCall, bulkEditCall } from '#src/server/crud/bulk-calls.server.ts'
import type { KitAnswer } from '#src/server/endpoint/call-types.ts'
import { kitPosting } from '../calls/endpoint-calls.ts'
import { chosenRows } from './chosen-rows.ts'

/** The rows to change: the selected rows, or all rows that a search finds. */
export type BulkTarget =
  | { ids: number[]; versions: Record<string, number> }
  | { query: { quickSearch: string; filter?: FilterTree }; count: number }

export type BulkResult = KitAnswer<typeof bulkEditCall>
/** A row that does not change, and the reason. */
export type RefusedRow = BulkResult['refused'][number]

export type BulkReply = { data: BulkResult; msg: string }

type Send = { key: string; target: BulkTarget; preview: boolean; idempotencyKey: string }

const editing = kitPosting<typeof bulkEditCall>('bulkEdit')
const deleting = kitPosting<typeof bulkDelCall>('bulkDel')

/** Changes fields of many rows. With `preview` it only returns what would change. */
export function sendBulkEdit({ key, target, values, preview, idempotencyKey }: Send & { values: FormValues }) {
  return editing(key, { ...target, values, preview }, idempotencyKey)
}

/** Deletes many rows. With `preview` it only returns what would be deleted. */
export function sendBulkDelete({ key, target, preview, idempotencyKey }: Send) {
  return deleting(key, { ...chosenRows(target), preview }, idempotencyKey)
}
