import type { FetchStatus } from '@tanstack/react-query'
import type { Labels } from '#src/resource/labels.ts'
import type { ListPage } from '../calls/crud-client.ts'

/** The data that a list shows, and the state of loading it. */
export type ListState<TRow> = {
  rows: TRow[]
  total: number
  /** The total of this search is known. Until then, `total` counts the rows that are known to exist. */
  counted: boolean
  /** The total is an estimate. */
  estimated: boolean
  labels: Labels
  cursors?: ListPage<TRow>['cursors']
  /** Nothing is loaded yet. */
  pending: boolean
  /** The loaded rows belong to another search. */
  old: boolean
  isFetching: boolean
  /** The rows are loaded as soon as the server can be reached again. */
  waiting: boolean
  error: Error | null
  /** There is nothing to show because of the error. */
  failed: boolean
  refetch(): void
}

type Answer<TRow> = {
  /** Rows, or only their total. */
  data: Partial<ListPage<TRow>> | undefined
  error: Error | null
  isFetching: boolean
  fetchStatus: FetchStatus
  isPlaceholderData: boolean
  refetch(): unknown
}

const none: never[] = []
const noLabels: Labels = {}

/** Converts the result of a query to the state of a list. */
export function listState<TRow>({
  data,
  error,
  isFetching,
  fetchStatus,
  isPlaceholderData,
  refetch,
}: Answer<TRow>): ListState<TRow> {
  return {
    rows: data?.list ?? none,
    total: data?.total ?? 0,
    counted: data?.total !== undefined,
    estimated: data?.totalEstimated === true,
    labels: data?.labels ?? noLabels,
    cursors: data?.cursors,
    pending: data === undefined && !error,
    old: isPlaceholderData,
    isFetching,
    waiting: fetchStatus === 'paused',
    error,
    failed: data === undefined && error !== null,
    refetch: () => void refetch(),
  }
}
