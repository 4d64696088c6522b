import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { TerminalRunState } from '#src/lib/terminal-run-states.ts'
import type { ViewCalls } from './view-calls.ts'

export const terminalKey = ['terminal'] as const

/** The settings of the terminal, its commands, and what waits for the next start. */
export const terminalInfoQuery = ({ info }: ViewCalls) =>
  queryOptions({ queryKey: [...terminalKey, 'info'], queryFn: info, staleTime: 0 })

/** The kept runs, the newest first. */
export const runsQuery = ({ runs }: ViewCalls, quickSearch: string, state: TerminalRunState | undefined) =>
  infiniteQueryOptions({
    queryKey: [...terminalKey, 'runs', quickSearch, state],
    queryFn: ({ pageParam: page }) => runs({ page, quickSearch, state }),
    initialPageParam: 1,
    getNextPageParam: (last, pages, page) =>
      pages.flatMap(({ list }) => list).length < last.total && last.list.length > 0 ? page + 1 : undefined,
    staleTime: 0,
    // A list that is opened again shows no runs as they were.
    gcTime: 0,
  })

/** Lines of a page of an output. */
const LINES = 5_000

/** The output of a kept run, from its end. The pages before come on demand. */
export const runOutputQuery = ({ output }: ViewCalls, uuid: string, total: number) =>
  infiniteQueryOptions({
    queryKey: [...terminalKey, 'output', uuid, total],
    queryFn: async ({ pageParam: { after, limit } }) => {
      const { lines } = await output({ uuid, after, limit })
      return { after, lines: lines.map(({ text }) => text) }
    },
    initialPageParam: pageBefore(total),
    getNextPageParam: () => undefined,
    getPreviousPageParam: ({ after }) => (after > 0 ? pageBefore(after) : undefined),
    staleTime: 0,
  })

/** How many lines of a kept run hold a text, before the lines that are loaded, and the number of the last of them. */
export const earlierHitsQuery = ({ output }: ViewCalls, uuid: string, search: string, before: number) =>
  queryOptions({
    queryKey: [...terminalKey, 'hits', uuid, search, before],
    queryFn: async () => {
      const { lines } = await output({ uuid, after: 0, limit: LINES, search })
      const numbers = lines.map(({ number }) => number).filter((number) => number <= before)
      // Of very many lines, the server sends only the first ones.
      return { count: numbers.length, more: numbers.length === LINES, last: numbers.at(-1) }
    },
  })

/** The page that ends with a line. */
function pageBefore(line: number): { after: number; limit: number } {
  const after = Math.max(0, line - LINES)
  return { after, limit: Math.max(1, line - after) }
}
