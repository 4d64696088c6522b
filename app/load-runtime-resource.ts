import type { QueryClient } from '@tanstack/react-query'
import { loadList } from '#src/crud/list/load-list.ts'
import type { ListSearch } from '#src/crud/query/list-search.ts'
import { runtimeResourceClient } from '#src/features/resources/runtime-resource-client.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { pageTitle } from '#src/layout/page-title.ts'
import { labelText, pluralLabel } from '#src/resource/label.ts'
import { askRuntimePage } from './runtime-resource-guard.ts'

type Loading = { context: { queryClient: QueryClient }; deps: ListSearch; cause: 'enter' | 'stay' | 'preload' }

/** Loads the first rows, if the page has any. Returns the document's title; undefined when the user gets no page. */
export async function loadRuntimeResource(route: Loading, path: string): Promise<{ title: string } | undefined> {
  const found = await askRuntimePage(route.context, path)
  if (typeof found === 'string') return undefined
  const title = async (text: string) => {
    const { siteName } = await route.context.queryClient.ensureQueryData(siteQuery)
    return { title: pageTitle({ text }, siteName) }
  }
  if ('content' in found) return title(found.title)
  const { key, tree } = found.description
  await loadList(route, runtimeResourceClient(key), tree)
  return title(labelText(pluralLabel(found.description)))
}
