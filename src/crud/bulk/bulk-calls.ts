import type { FilterTree } from '#src/resource/filter-tree.ts'
import type { FormValues } from '#src/resource/form-values.ts'
import type { Labels } from '#src/resource/labels.ts'
import { crudPost } from '../calls/crud-rpc.ts'

/** The rows to change: the selected rows, or all rows that a search finds. */
export type BulkTarget =
  | { ids: number[]; versions: Record<string, number> }
  | { query: { quickSearch: string; filter?: FilterTree }; count: number }

/** A row that does not change, and the reason. */
export type RefusedRow = { id: number; title: string; msg: string; errors?: Record<string, string[]> }

export type BulkResult = {
  matched: number
  changed: number
  unchanged: number
  /** Only the first refused rows. `refusedCount` counts all. */
  refused: RefusedRow[]
  refusedCount: number
  /** Only the first rows that the user should look at. `warnedCount` counts all. */
  warned?: RefusedRow[]
  warnedCount?: number
  changeSetId?: number | null
  /** Only in the preview of an edit: some rows that change, with their current values; and the names of relations. */
  examples?: { id: number; title: string; before: FormValues }[]
  labels?: Labels
}

export type BulkReply = { data: BulkResult; msg: string }

type Send = { key: string; target: BulkTarget; preview: boolean; idempotencyKey: string }

/** Changes fields of many rows. With `preview` it only returns what would change. */
export function sendBulkEdit({ values, target, ...send }: Send & { values: FormValues }): Promise<BulkReply> {
  return post({ ...send, action: 'bulkEdit', body: { ...target, values } })
}

/** Deletes many rows. With `preview` it only returns what would be deleted. */
export function sendBulkDelete({ target, ...send }: Send): Promise<BulkReply> {
  const { versions: _, ...rows } = 'ids' in target ? target : { ...target, versions: undefined }
  return post({ ...send, action: 'bulkDel', body: rows })
}

type Post = Omit<Send, 'target'> & { action: string; body: object }

function post({ key, action, body, preview, idempotencyKey }: Post): Promise<BulkReply> {
  // Seam: the type of the body guarantees that it is JSON.
  const sent = { ...body, preview } as Parameters<typeof crudPost>[0]['data']['body']
  return crudPost<BulkResult>({ data: { key, action, body: sent, idempotencyKey } })
}
