import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { labelText } from '#src/crud/label.ts'
import type { ListSearch } from '#src/crud/list/list-search.ts'
import { loadList } from '#src/crud/list/load-list.ts'
import { storedClient, storedQuery } from '#src/features/resources/stored.queries.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { pageTitle } from '#src/layout/page-title.ts'

type Context = { queryClient: QueryClient }

const ask = ({ queryClient }: Context, path: string) =>
  queryClient.ensureQueryData({ ...storedQuery(path), revalidateIfStale: true })

/** Whether there is a stored resource at a path of the back office, for this person or not. */
export async function storedAt(context: Context, path: string): Promise<boolean> {
  return (await ask(context, path)) !== 'missing'
}

/** False when there is nothing at the path; whoever may not see what there is, is told so. */
export async function storedGuard(context: Context, path: string): Promise<boolean> {
  const found = await ask(context, path)
  if (found === 'refused') throw redirect({ to: '/401' })
  return found !== 'missing'
}

type Loading = { context: Context; deps: ListSearch; cause: 'enter' | 'stay' | 'preload' }

/** The first rows, and what the document is called. */
export async function loadStored(route: Loading, path: string): Promise<{ title: string } | undefined> {
  const found = await ask(route.context, path)
  if (typeof found === 'string') return undefined
  const { key, tree, title } = found.description
  await loadList(route, storedClient(key), tree)
  const site = route.context.queryClient.getQueryData(siteQuery.queryKey)
  return { title: pageTitle({ text: labelText(title) }, site?.siteName ?? '') }
}
