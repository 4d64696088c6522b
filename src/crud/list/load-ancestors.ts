import type { QueryClient } from '@tanstack/react-query'
import type { TreeRow } from './tree.ts'
import type { ListClient } from './list-client.ts'

/** A row and everything above it; asks for what is not on screen. */
export async function wayTo<TRow extends TreeRow>(
  client: QueryClient,
  resource: Pick<ListClient<TRow>, 'row'>,
  rows: readonly TRow[],
  id: number,
): Promise<number[]> {
  const way: number[] = []
  for (let next: number | null = id; next !== null && !way.includes(next); ) {
    const current: number = next
    way.push(current)
    const known = rows.find((row) => row.id === current)
    // Above the top of the person's scope nothing is to be seen.
    const row = known ?? (await client.fetchQuery(resource.row(current)).catch(() => undefined))?.row
    next = row?.pid ?? null
  }
  return way
}
