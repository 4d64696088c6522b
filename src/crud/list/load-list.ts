import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { BackendError } from '#src/backend/backend-error.ts'
import { hasServerFailed } from '#src/backend/failure-text.ts'
import { allOf } from '../query/filter-conditions.ts'
import { listParams, rowsParams, totalParams } from '../query/list-params.ts'
import type { ListSearch } from '../query/list-search.ts'
import { isPristine, searchOfView, viewsQuery } from '../views/views.ts'
import type { ListClient } from './list-client.ts'
import { type ListTab, tabAt } from './list-tab.ts'
import { pageInReach } from './page-numbers.ts'

export type ListLoading = {
  context: { queryClient: QueryClient }
  deps: ListSearch
  /** `enter` when the user opens the page, `stay` when the open page only loads other rows. */
  cause: 'enter' | 'stay' | 'preload'
}

/**
 * The loader of a list page. The first rows load together with the page. A URL without list state redirects to the
 * user's default view. On an open page navigation does not wait for rows. The page shows the old rows until the new
 * ones arrive, or an error message if loading fails.
 * @param tabs the tabs of the page, when it is one list under several filters
 * @throws a redirect to the default view or to a page in range; a refusal of the first call, except 400
 */
export async function loadList<TRow>(
  { context, deps, cause }: ListLoading,
  resource: Pick<ListClient<TRow>, 'key' | 'list' | 'total'>,
  tree = false,
  tabs: readonly ListTab[] = [],
): Promise<void> {
  const { queryClient } = context
  const search = { ...deps, filter: allOf(tabAt(tabs, deps)?.filter, deps.filter) }
  const query = resource.list(tree ? listParams(search, true) : rowsParams(search))
  // A tree answers its total with its rows.
  const total = tree ? undefined : resource.total(totalParams(search))
  if (cause === 'stay') {
    void queryClient.prefetchQuery(query)
    if (total) void queryClient.prefetchQuery(total)
    return
  }
  const pristine = isPristine(deps)
  // A rendered page has its total. In the browser rows do not wait for it, unless it decides which page there is.
  const counted = total && (typeof window === 'undefined' || deps.page > 1)
  if (total && !counted) void queryClient.prefetchQuery(total)
  const [views, answer, count] = await Promise.all([
    // The list also works without its saved views, so their errors are ignored.
    pristine || deps.view ? queryClient.ensureQueryData(viewsQuery(resource.key)).catch(() => undefined) : undefined,
    queryClient.ensureQueryData(query).catch((error: unknown) => {
      // A bookmark may contain a field that no longer exists. The page knows the fields and loads without it. When the
      // server fails, the page says so in the place of the rows, below its tools.
      const isOld = error instanceof BackendError && error.code === 400
      if (!isOld && !(error instanceof Error && hasServerFailed(error))) throw error
    }),
    // A list can be used without its total, so its errors are ignored.
    counted && queryClient.ensureQueryData(total).catch(() => undefined),
  ])
  const first = pristine && views?.list.find((view) => view.isDefault)
  const { edit, add, tab } = deps
  if (first) throw redirect({ to: '.', search: { ...searchOfView(first), edit, add, tab }, replace: true })
  const inReach = answer && count && deps.mode === 'pages' && pageInReach(deps, { ...answer, total: count.total })
  if (inReach) throw redirect({ to: '.', search: { ...deps, ...inReach }, replace: true })
}
