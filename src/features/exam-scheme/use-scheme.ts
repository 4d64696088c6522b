import { useQuery } from '@tanstack/react-query'
import { examSchemes } from './exam-scheme.queries.ts'
import { allLabels, revisionsQuery } from './revisions.ts'
import { useSchemeWrite } from './use-scheme-write.ts'

/** The current scheme with its revisions and labels, and a function to write it. */
export function useScheme(id: number) {
  const scheme = useQuery(examSchemes.row(id))
  const published = useQuery(revisionsQuery(id))
  return {
    // Cached data may have an old version. The server would refuse a write with that version as a conflict.
    row: scheme.isFetchedAfterMount ? scheme.data?.row : undefined,
    revisions: published.isFetchedAfterMount ? published.data?.revisions : undefined,
    labels: allLabels(published.data?.labels, scheme.data?.labels),
    failed: scheme.error ?? published.error,
    retry: () => {
      void scheme.refetch()
      void published.refetch()
    },
    // A failed write loads the scheme again, so the user sees other users' changes before the next attempt.
    write: useSchemeWrite(() => void scheme.refetch()),
  }
}
