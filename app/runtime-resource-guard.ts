import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { modulePageQuery } from '#src/features/modules/module-page.queries.ts'
import { runtimeResourceQuery } from '#src/features/resources/runtime-resource.queries.ts'

type Context = { queryClient: QueryClient }

/**
 * The runtime resource at a path, or the page of a module; `refused` when the user may not see it, `missing` when there
 * is none.
 */
export async function askRuntimePage({ queryClient }: Context, path: string) {
  const resource = await queryClient.ensureQueryData({ ...runtimeResourceQuery(path), revalidateIfStale: true })
  if (resource !== 'missing') return resource
  return queryClient.ensureQueryData({ ...modulePageQuery(path), revalidateIfStale: true })
}

/** Whether a path of the back office has a page from the database, even if the user may not see it. */
export async function runtimePageAt(context: Context, path: string): Promise<boolean> {
  return (await askRuntimePage(context, path)) !== 'missing'
}

/** False when the path has no such page. Without permission for it, the user is redirected to /401. */
export async function runtimePageGuard(context: Context, path: string): Promise<boolean> {
  const found = await askRuntimePage(context, path)
  if (found === 'refused') throw redirect({ to: '/401', search: { path: `/admin/${path}` } })
  return found !== 'missing'
}
