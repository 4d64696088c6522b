import { useQueryClient } from '@tanstack/react-query'
import { rootRouteId, useRouter } from '@tanstack/react-router'
import { siteQuery } from '#src/features/site/site.queries.ts'

/** Returns what shows changed settings of the site: the document has them from the loader of the root. */
export function useSiteChanged(): () => Promise<void> {
  const client = useQueryClient()
  const router = useRouter()
  return async () => {
    await client.refetchQueries({ queryKey: siteQuery.queryKey })
    await router.invalidate({ filter: ({ routeId }) => routeId === rootRouteId })
  }
}
