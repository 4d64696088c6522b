import { useQuery } from '@tanstack/react-query'
import { examSchemes } from './exam-scheme.queries.ts'
import { allLabels, revisionsQuery } from './revisions.ts'
import { useSchemeWrite } from './use-scheme-write.ts'

/** A scheme as it is now with what was published of it, and writing to it. */
export function useScheme(id: number) {
  const scheme = useQuery(examSchemes.row(id))
  const published = useQuery(revisionsQuery(id))
  return {
    // What an earlier look left behind may be of an earlier version, whose write would be refused as somebody else's.
    row: scheme.isFetchedAfterMount ? scheme.data?.row : undefined,
    revisions: published.isFetchedAfterMount ? published.data?.revisions : undefined,
    labels: allLabels(published.data?.labels, scheme.data?.labels),
    failed: scheme.error ?? published.error,
    retry: () => {
      void scheme.refetch()
      void published.refetch()
    },
    // What somebody else has changed meanwhile is shown before the next try.
    write: useSchemeWrite(() => void scheme.refetch()),
  }
}
