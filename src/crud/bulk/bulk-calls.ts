import type { FilterTree } from '#src/resource/filter-tree.ts'
import type { FormValues } from '#src/resource/form-values.ts'
import type { Labels } from '#src/resource/labels.ts'
import { crudPost } from '../calls/crud-rpc.ts'

/** Which rows: those that were chosen, or all that a search finds. */
export type BulkTarget =
  | { ids: number[]; versions: Record<string, number> }
  | { query: { quickSearch: string; filter?: FilterTree }; count: number }

/** A row that stays as it is, and why. */
export type RefusedRow = { id: number; title: string; msg: string; errors?: Record<string, string[]> }

export type BulkResult = {
  matched: number
  changed: number
  unchanged: number
  /** The first of them. */
  refused: RefusedRow[]
  refusedCount: number
  changeSetId?: number | null
  /** Of the preview of an edit: some of the rows that change, with what they have now; and the names of relations. */
  examples?: { id: number; title: string; before: FormValues }[]
  labels?: Labels
}

export type BulkReply = { data: BulkResult; msg: string }

type Send = { key: string; target: BulkTarget; preview: boolean; idempotencyKey: string }

/** Changes fields of many rows, or says what that would do. */
export function sendBulkEdit({ values, target, ...send }: Send & { values: FormValues }): Promise<BulkReply> {
  return post({ ...send, action: 'bulkEdit', body: { ...target, values } })
}

/** Deletes many rows, or says what that would do. */
export function sendBulkDelete({ target, ...send }: Send): Promise<BulkReply> {
  const { versions: _, ...rows } = 'ids' in target ? target : { ...target, versions: undefined }
  return post({ ...send, action: 'bulkDel', body: rows })
}

type Post = Omit<Send, 'target'> & { action: string; body: object }

function post({ key, action, body, preview, idempotencyKey }: Post): Promise<BulkReply> {
  // Seam: what is sent is JSON by its type.
  const sent = { ...body, preview } as Parameters<typeof crudPost>[0]['data']['body']
  return crudPost<BulkResult>({ data: { key, action, body: sent, idempotencyKey } })
}
