import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { keptCode } from '#src/lib/line.ts'
import type { LedgerKey, LedgerKind } from './ledger.schema.ts'
import type { OwnSearch } from './own-ledger.schema.ts'

const functions = keptCode(() => import('./own-ledger.functions.ts'))

export const ownKeys = { money: 'money-log', score: 'score-log' } as const satisfies Record<LedgerKind, LedgerKey>

/** A page of the own entries. Always fetched again, because the office may have added one. */
export const ownEntriesQuery = (kind: LedgerKind, search: OwnSearch) =>
  queryOptions({
    queryKey: ['own-ledger', kind, search],
    queryFn: async () => (await functions()).getOwnEntries({ data: { key: ownKeys[kind], search } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** Whether a search leaves entries out. */
export const isFiltered = ({ from, until, kind, memo }: OwnSearch): boolean => Boolean(from || until || kind || memo)

/** The address of a file with all entries that the search finds. */
export function ownFileAddress(kind: LedgerKind, { from, until, kind: sign, memo }: OwnSearch, format: 'xlsx' | 'csv') {
  const query = new URLSearchParams({ format })
  for (const [name, value] of Object.entries({ from, until, kind: sign, memo })) if (value) query.set(name, value)
  return `/api/${ownKeys[kind]}/export?${query}`
}
