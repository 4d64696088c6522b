import type { crudClient } from '../calls/crud-client.ts'

/** The calls of a resource that a list makes. */
export type ListClient<TRow> = Pick<
  ReturnType<typeof crudClient<TRow, unknown>>,
  'key' | 'list' | 'row' | 'sort' | 'del'
>
