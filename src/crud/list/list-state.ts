import type { Labels } from '#src/resource/labels.ts'
import type { ListPage } from '../calls/crud-client.ts'

/** What a list has to show, and how it stands with getting it. */
export type ListState<TRow> = {
  rows: TRow[]
  total: number
  /** The total is an estimate. */
  estimated: boolean
  labels: Labels
  cursors?: ListPage<TRow>['cursors']
  /** Nothing has come yet. */
  pending: boolean
  /** The rows at hand are of another search. */
  old: boolean
  isFetching: boolean
  error: Error | null
  /** There is nothing to show because of the error. */
  failed: boolean
  refetch(): void
}

type Answer<TRow> = {
  data: ListPage<TRow> | undefined
  error: Error | null
  isFetching: boolean
  isPlaceholderData: boolean
  refetch(): unknown
}

const none: never[] = []
const noLabels: Labels = {}

/** The state of a query as a list sees it. */
export function listState<TRow>({
  data,
  error,
  isFetching,
  isPlaceholderData,
  refetch,
}: Answer<TRow>): ListState<TRow> {
  return {
    rows: data?.list ?? none,
    total: data?.total ?? 0,
    estimated: data?.totalEstimated === true,
    labels: data?.labels ?? noLabels,
    cursors: data?.cursors,
    pending: data === undefined && !error,
    old: isPlaceholderData,
    isFetching,
    error,
    failed: data === undefined && error !== null,
    refetch: () => void refetch(),
  }
}
