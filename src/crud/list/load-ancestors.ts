import type { QueryClient } from '@tanstack/react-query'
import type { ListClient } from './list-client.ts'
import type { TreeRow } from './tree.ts'

/** Returns the ids of a row and all its ancestors. Rows that are not on screen are loaded. */
export async function loadAncestors<TRow extends TreeRow>(
  client: QueryClient,
  resource: Pick<ListClient<TRow>, 'row'>,
  rows: readonly TRow[],
  id: number,
): Promise<number[]> {
  const ancestors: number[] = []
  for (let next: number | null = id; next !== null && !ancestors.includes(next); ) {
    const current: number = next
    ancestors.push(current)
    const known = rows.find((row) => row.id === current)
    // The user cannot read rows above their data scope, so the ancestors end there.
    const row = known ?? (await client.fetchQuery(resource.row(current)).catch(() => undefined))?.row
    next = row?.pid ?? null
  }
  return ancestors
}
