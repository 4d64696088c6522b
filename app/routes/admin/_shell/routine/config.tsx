import { createFileRoute } from '@tanstack/react-router'
import { ConfigPage } from '#src/features/config/config.page.tsx'
import { configQuery } from '#src/features/config/config.queries.ts'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { nodeGuard } from '../../../../guards.ts'
import { pending } from '../../../../pending-page.tsx'
import { useSiteChanged } from '../../../../use-site-changed.ts'

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
  return <ConfigPage group={search.group} onGroup={(group) => patchSearch({ group })} onChanged={useSiteChanged()} />
}
