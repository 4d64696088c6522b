import type { QueryClient } from '@tanstack/react-query'
import { organizations } from './organization.queries.ts'
import type { OrganizationListRow } from './organization.schema.ts'

/** The row and everything above it; asks for what is not on screen. */
export async function wayTo(client: QueryClient, rows: readonly OrganizationListRow[], id: number): Promise<number[]> {
  const way: number[] = []
  for (let next: number | null = id; next !== null && !way.includes(next); ) {
    const current: number = next
    way.push(current)
    const known = rows.find((row) => row.id === current)
    // Above the top of the person's scope nothing is to be seen.
    const row = known ?? (await client.fetchQuery(organizations.row(current)).catch(() => undefined))?.row
    next = row?.pid ?? null
  }
  return way
}
