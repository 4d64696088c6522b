import { queryOptions } from '@tanstack/react-query'
import { keptCode } from '#src/lib/line.ts'
import type { askForCheck, getOwnResult, getOwnResults, getOwnViews } from './own-results.functions.ts'

const functions = keptCode(() => import('./own-results.functions.ts'))

type OwnResults = Awaited<ReturnType<typeof getOwnResults>>
export type ListedPupil = OwnResults['list'][number]
export type ShownResult = Awaited<ReturnType<typeof getOwnResult>>
export type ShownChecks = ShownResult['checks']
export type ShownViews = Awaited<ReturnType<typeof getOwnViews>>['list']
type AskedCheck = Parameters<typeof askForCheck>[0]['data']
type Chosen = { link: number; exam: number }

/** What the page asks the server. */
export type ResultCalls = {
  list(): Promise<OwnResults>
  show(chosen: Chosen): Promise<ShownResult>
  views(link: number): Promise<{ list: ShownViews }>
  check(asked: AskedCheck): Promise<string>
}

export const resultCalls: ResultCalls = {
  list: async () => (await functions()).getOwnResults(),
  show: async (data) => (await functions()).getOwnResult({ data }),
  views: async (link) => (await functions()).getOwnViews({ data: { link } }),
  check: async (data) => (await functions()).askForCheck({ data }),
}

// Always fetched again (`staleTime` 0): a publication may be withdrawn, and a link taken away.

export const ownResultsQuery = (calls: ResultCalls) =>
  queryOptions({ queryKey: ['own-results'], queryFn: () => calls.list(), staleTime: 0 })

export const ownResultQuery = (calls: ResultCalls, { link, exam }: Chosen) =>
  queryOptions({
    queryKey: ['own-results', 'show', link, exam],
    queryFn: () => calls.show({ link, exam }),
    staleTime: 0,
    retry: false,
  })

export const sheetViewsQuery = (calls: ResultCalls, link: number) =>
  queryOptions({ queryKey: ['own-results', 'views', link], queryFn: () => calls.views(link), staleTime: 0 })
