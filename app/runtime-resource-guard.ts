import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { storedQuery } from '#src/features/resources/runtime-resource.queries.ts'

type Context = { queryClient: QueryClient }

/** What is stored at a path, as far as the person may know. */
export const askStored = ({ queryClient }: Context, path: string) =>
  queryClient.ensureQueryData({ ...storedQuery(path), revalidateIfStale: true })

/** Whether there is a stored resource at a path of the back office, for this person or not. */
export async function storedAt(context: Context, path: string): Promise<boolean> {
  return (await askStored(context, path)) !== 'missing'
}

/** False when there is nothing at the path; whoever may not see what there is, is told so. */
export async function storedGuard(context: Context, path: string): Promise<boolean> {
  const found = await askStored(context, path)
  if (found === 'refused') throw redirect({ to: '/401' })
  return found !== 'missing'
}
