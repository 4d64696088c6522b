import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { BackendError } from '#src/backend/backend-error.ts'
import { legalQuery } from '#src/features/site/legal.queries.ts'

type Search = { version?: number | undefined }

/** The options of the pages /terms and /privacy. A text that was never published is a page that was not found. */
export function legalRoute(kind: 'terms' | 'privacy') {
  return {
    // Numbers in an address stay text until here.
    validateSearch: ({ version }: Record<string, unknown>): Search => {
      const number = Number(version)
      return Number.isInteger(number) && number > 0 ? { version: number } : {}
    },
    loaderDeps: ({ search }: { search: Search }) => ({ version: search.version }),
    loader: async (route: { context: { queryClient: QueryClient }; deps: Search }) => {
      try {
        await route.context.queryClient.ensureQueryData(legalQuery(kind, route.deps.version))
      } catch (error) {
        if (error instanceof BackendError && error.code === 404)
          throw redirect({ to: '/404', search: { path: `/${kind}` } })
        throw error
      }
    },
  }
}
