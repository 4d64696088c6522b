import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { ConfigPage } from '#src/features/config/config.page.tsx'
import { configQuery } from '#src/features/config/config.queries.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { nodeGuard } from '../../../../guards.ts'
import { pending } from '../../../../pending-page.tsx'

export const Route = createFileRoute('/admin/_shell/routine/config')({
  validateSearch: v.object({ group: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(30))), undefined) }),
  staticData: { title: 'pagesTitle_config', node: 'routine/config/index', addTab: true },
  beforeLoad: nodeGuard('routine/config/index'),
  loader: ({ context }) => context.queryClient.ensureQueryData({ ...configQuery, revalidateIfStale: true }),
  ...pending,
  component: Configuration,
})

function Configuration() {
  const { search, patchSearch } = useTabPage(Route)
  const client = useQueryClient()
  return (
    <ConfigPage
      group={search.group}
      onGroup={(group) => patchSearch({ group })}
      onChanged={() => client.invalidateQueries({ queryKey: siteQuery.queryKey })}
    />
  )
}
