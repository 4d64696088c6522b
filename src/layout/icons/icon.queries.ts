import { queryOptions } from '@tanstack/react-query'
import { keptCode } from '#src/lib/line.ts'

/** Loaded with the first request: most pages already carry their icons. */
const calls = keptCode(() => import('./icon.functions.ts'))

/** The query for the drawing of one icon by its name. Null when there is none. */
export const iconQuery = (name: string) =>
  queryOptions({
    queryKey: ['icon', name],
    queryFn: async () => (await calls()).getIcon({ data: name }),
    staleTime: Number.POSITIVE_INFINITY,
  })
