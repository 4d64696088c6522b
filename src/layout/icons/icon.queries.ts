import { queryOptions } from '@tanstack/react-query'
import { type Icon, isModuleIcon } from '#src/lib/icon.ts'
import { keptCode } from '#src/lib/line.ts'

/** Loaded with the first request: most pages already carry their icons. */
const calls = keptCode(() => import('./icon.functions.ts'))
const generic = keptCode(() => import('#src/backend/generic-get.functions.ts'))

/** The query for the drawing of one icon by its name. Null when there is none. */
export const iconQuery = (name: string) =>
  queryOptions({
    queryKey: ['icon', name],
    queryFn: ({ signal }) => (isModuleIcon(name) ? moduleIcon(name, signal) : ownIcon(name)),
    staleTime: Number.POSITIVE_INFINITY,
  })

async function ownIcon(name: string): Promise<Icon | null> {
  const { getIcon } = await calls()
  return getIcon({ data: name })
}

/** The drawings of modules are in the database. */
async function moduleIcon(name: string, signal: AbortSignal): Promise<Icon | null> {
  const { genericGet } = await generic()
  // Seam: the response follows the API's contract.
  return (await genericGet({ data: { url: '/adminApi/module/icon', params: { name } }, signal })) as Icon | null
}
