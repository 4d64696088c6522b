import type { QueryClient } from '@tanstack/react-query'
import { BackendError } from '#src/backend/backend-error.ts'
import type { ListClient } from './list-client.ts'
import { listParams } from './list-params.ts'
import type { ListSearch } from './list-search.ts'

type Loading = {
  context: { queryClient: QueryClient }
  deps: ListSearch
  /** Whether the page is being entered, or only asks for other rows. */
  cause: 'enter' | 'stay' | 'preload'
}

/**
 * The loader of a list page: its first rows come with it. Once somebody is there nothing waits for the next ones: the
 * page shows the old rows until they come, and says it when they do not.
 */
export async function loadList<TRow>(
  { context, deps, cause }: Loading,
  resource: Pick<ListClient<TRow>, 'list'>,
  tree = false,
): Promise<void> {
  const query = resource.list(listParams(deps, tree))
  if (cause === 'stay') {
    void context.queryClient.prefetchQuery(query)
    return
  }
  try {
    await context.queryClient.ensureQueryData(query)
  } catch (error) {
    // A bookmark with a field that is gone: the page knows the fields, and asks without it.
    if (!(error instanceof BackendError && error.code === 400)) throw error
  }
}
