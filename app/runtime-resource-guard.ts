import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { runtimeResourceQuery } from '#src/features/resources/runtime-resource.queries.ts'

type Context = { queryClient: QueryClient }

/** The runtime resource at a path; `refused` when the user may not see it, `missing` when there is none. */
export const askRuntimeResource = ({ queryClient }: Context, path: string) =>
  queryClient.ensureQueryData({ ...runtimeResourceQuery(path), revalidateIfStale: true })

/** Whether a path of the back office has a runtime resource, even if the user may not see it. */
export async function runtimeResourceAt(context: Context, path: string): Promise<boolean> {
  return (await askRuntimeResource(context, path)) !== 'missing'
}

/** False when the path has no runtime resource. Without permission for the resource, the user is redirected to /401. */
export async function runtimeResourceGuard(context: Context, path: string): Promise<boolean> {
  const found = await askRuntimeResource(context, path)
  if (found === 'refused') throw redirect({ to: '/401', search: { path: `/admin/${path}` } })
  return found !== 'missing'
}
