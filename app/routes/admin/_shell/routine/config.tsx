import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, rootRouteId, useRouter } from '@tanstack/react-router'
import { ConfigPage } from '#src/features/config/config.page.tsx'
import { configQuery } from '#src/features/config/config.queries.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { nodeGuard } from '../../../../guards.ts'
import { pending } from '../../../../pending-page.tsx'

export const Route = createFileRoute('/admin/_shell/routine/config')({
  validateSearch: ({ group }): { group?: string | undefined } => (typeof group === 'string' ? { group } : {}),
  staticData: { title: 'pagesTitle_config', node: 'routine/config/index', addTab: true },
  beforeLoad: nodeGuard('routine/config/index'),
  loader: ({ context }) => context.queryClient.ensureQueryData({ ...configQuery, revalidateIfStale: true }),
  ...pending,
  component: Configuration,
})

function Configuration() {
  const { search, patchSearch } = useTabPage(Route)
  const client = useQueryClient()
  const router = useRouter()
  return (
    <ConfigPage
      group={search.group}
      onGroup={(group) => patchSearch({ group })}
      onChanged={async () => {
        // The document shows name, logo and colours from the loader of the root.
        await client.refetchQueries({ queryKey: siteQuery.queryKey })
        await router.invalidate({ filter: ({ routeId }) => routeId === rootRouteId })
      }}
    />
  )
}
