import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { runtimeResourceQuery } from '#src/features/resources/runtime-resource.queries.ts'

type Context = { queryClient: QueryClient }

/** What is stored at a path, as far as the person may know. */
export const askRuntimeResource = ({ queryClient }: Context, path: string) =>
  queryClient.ensureQueryData({ ...runtimeResourceQuery(path), revalidateIfStale: true })

/** Whether there is a stored resource at a path of the back office, for this person or not. */
export async function runtimeResourceAt(context: Context, path: string): Promise<boolean> {
  return (await askRuntimeResource(context, path)) !== 'missing'
}

/** False when there is nothing at the path; whoever may not see what there is, is told so. */
export async function runtimeResourceGuard(context: Context, path: string): Promise<boolean> {
  const found = await askRuntimeResource(context, path)
  if (found === 'refused') throw redirect({ to: '/401' })
  return found !== 'missing'
}
