import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { BackendError } from '#src/backend/backend-error.ts'
import { listParams } from '../query/list-params.ts'
import type { ListSearch } from '../query/list-search.ts'
import { isPristine, searchOfView, viewsQuery } from '../views/views.ts'
import type { ListClient } from './list-client.ts'
import { pageInReach } from './page-numbers.ts'

type Loading = {
  context: { queryClient: QueryClient }
  deps: ListSearch
  /** Whether the page is being entered, or only asks for other rows. */
  cause: 'enter' | 'stay' | 'preload'
}

/**
 * The loader of a list page: its first rows come with it, and whoever comes without a wish gets the saved view that
 * they begin with. Once somebody is there nothing waits for the next rows: the page shows the old ones until they come,
 * and says it when they do not.
 */
export async function loadList<TRow>(
  { context, deps, cause }: Loading,
  resource: Pick<ListClient<TRow>, 'key' | 'list'>,
  tree = false,
): Promise<void> {
  const { queryClient } = context
  const query = resource.list(listParams(deps, tree))
  if (cause === 'stay') {
    void queryClient.prefetchQuery(query)
    return
  }
  const pristine = isPristine(deps)
  const [views, answer] = await Promise.all([
    // Without its views a list is still a list.
    pristine || deps.view ? queryClient.ensureQueryData(viewsQuery(resource.key)).catch(() => undefined) : undefined,
    queryClient.ensureQueryData(query).catch((error: unknown) => {
      // A bookmark with a field that is gone: the page knows the fields, and asks without it.
      if (!(error instanceof BackendError && error.code === 400)) throw error
    }),
  ])
  const first = pristine && views?.list.find((view) => view.isDefault)
  if (first) throw redirect({ to: '.', search: searchOfView(first), replace: true })
  const inReach = answer && !tree && deps.mode === 'pages' && pageInReach(deps, answer)
  if (inReach) throw redirect({ to: '.', search: { ...deps, ...inReach }, replace: true })
}
