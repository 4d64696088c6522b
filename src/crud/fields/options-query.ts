import type { crudClient } from '../crud-client.ts'

/** The remote options of a relation, found by a text. */
export type OptionsQuery = (
  quickSearch: string,
) => ReturnType<ReturnType<typeof crudClient<unknown, Record<string, unknown>>>['options']>
