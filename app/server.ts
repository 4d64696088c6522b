import { createServerEntry, createStartHandler, defaultStreamHandler } from '@tanstack/react-start/server'
import { jobKinds, mounts, purges, rounds } from '#src/features/mount.server.ts'
import { prepareDatabase } from '#src/features/prepare.server.ts'
import { visits } from '#src/features/providers/visits.server.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { handInFeatures, startWork, stopWork } from '#src/server/runtime.server.ts'
import { withRefusalStatus } from '#src/web/failure-status.server.ts'
import { refuseForbidden } from '#src/web/forbidden.server.ts'
import { createHttp } from '#src/web/http.server.ts'
import { askForScriptsLate } from '#src/web/late-scripts.server.ts'
import { isWhole, renderWhole } from '#src/web/whole-page.server.ts'
import type { RouteContext } from './route-context.ts'

handInFeatures({ mounts, jobKinds, rounds, purges })

const pages = createServerEntry({
  fetch: createStartHandler(async (answer) => {
    // In development the bundler's own scripts must load from the start.
    if (import.meta.env.PROD) askForScriptsLate(answer.router, answer.router.state.location.pathname === '/')
    const render = isWhole(answer.router) && !hasProviders(answer.router) ? renderWhole : defaultStreamHandler
    return withRefusalStatus(answer.router, await render(answer))
  }),
})

/** Whether the site has identity providers. Their links are code on demand, for which `renderWhole` cannot wait. */
function hasProviders({ options }: Parameters<typeof isWhole>[0]): boolean {
  const { queryClient }: RouteContext = options.context
  return Boolean(queryClient.getQueryData(siteQuery.queryKey)?.providers.length)
}

export default {
  fetch: createHttp((request) => pages.fetch(request), import.meta.env.PROD, visits),
  /** The answer to an address that may not come in. Files of the build are served before `fetch` is asked. */
  refuse: refuseForbidden,
  /** Brings the database up to date, before `start`. */
  prepare: prepareDatabase,
  start: startWork,
  stop: stopWork,
}
