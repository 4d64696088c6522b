import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { BackendError } from '#src/backend/backend-error.ts'
import { legalQuery } from '#src/features/site/legal.queries.ts'

// Numbers in an address stay text until here.
const number = v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.integer(), v.minValue(1))
const version = v.fallback(v.optional(number), undefined)

/** The options of the pages /terms and /privacy. A text that was never published is a page that was not found. */
export function legalRoute(kind: 'terms' | 'privacy') {
  return {
    validateSearch: v.object({ version }),
    loaderDeps: ({ search }: { search: { version?: number | undefined } }) => ({ version: search.version }),
    loader: async (route: { context: { queryClient: QueryClient }; deps: { version?: number | undefined } }) => {
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
