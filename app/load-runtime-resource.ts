import type { QueryClient } from '@tanstack/react-query'
import { loadList } from '#src/crud/list/load-list.ts'
import type { ListSearch } from '#src/crud/query/list-search.ts'
import { runtimeResourceClient } from '#src/features/resources/runtime-resource-client.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { pageTitle } from '#src/layout/page-title.ts'
import { labelText, pluralLabel } from '#src/resource/label.ts'
import { askRuntimeResource } from './runtime-resource-guard.ts'

type Loading = { context: { queryClient: QueryClient }; deps: ListSearch; cause: 'enter' | 'stay' | 'preload' }

/** Loads the first rows. Returns the document's title; undefined when the user gets no resource. */
export async function loadRuntimeResource(route: Loading, path: string): Promise<{ title: string } | undefined> {
  const found = await askRuntimeResource(route.context, path)
  if (typeof found === 'string') return undefined
  const { key, tree } = found.description
  await loadList(route, runtimeResourceClient(key), tree)
  const site = route.context.queryClient.getQueryData(siteQuery.queryKey)
  return { title: pageTitle({ text: labelText(pluralLabel(found.description)) }, site?.siteName ?? '') }
}
