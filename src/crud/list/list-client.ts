import type { crudClient } from '../calls/crud-client.ts'

/** The calls that a list makes to its resource. */
export type ListClient<TRow> = Pick<
  ReturnType<typeof crudClient<TRow, unknown>>,
  'key' | 'list' | 'total' | 'row' | 'sort' | 'del'
>
