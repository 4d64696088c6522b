import { QueryCache, QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { createIsomorphicFn } from '@tanstack/react-start'
import { BackendError } from '#src/backend/backend-error.ts'
import { speakDocumentLocale } from '#src/i18n/browser-locale.ts'
import { parseSearch, stringifySearch } from '#src/lib/search-codec.ts'
import { requestFacts } from '#src/server/request-facts.server.ts'
import { wayOf } from './guards.ts'
import { routeTree } from './routeTree.gen.ts'

speakDocumentLocale()

/** The mark that inline scripts of this answer carry; the browser has no use for it. */
const scriptNonce = createIsomorphicFn()
  .server(() => requestFacts().nonce || undefined)
  .client(() => undefined)

export function getRouter() {
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => signInAgain(error) }),
    defaultOptions: { queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false } },
  })
  const router = createRouter({
    routeTree,
    context: {
      queryClient,
      nonce: scriptNonce(),
      /** Id of the route that a path leads to; undefined when there is none. */
      routeAt: (path: string): string | undefined => router.getMatchedRoutes(path)[2]?.id,
    },
    ssr: { nonce: scriptNonce() },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultPendingMs: 400,
  })
  setupRouterSsrQueryIntegration({ router, queryClient })
  return router

  /** A session that ended while a page was open: to its side's login page, with the way back. Forms see to themselves. */
  function signInAgain(error: Error) {
    if (typeof window === 'undefined' || !(error instanceof BackendError) || error.code !== 401) return
    const to = wayOf(router.state.location)
    const side = to.path.startsWith('/admin') ? 'admin' : 'user'
    queryClient.setQueryData(['boot', side], null)
    router.navigate(side === 'admin' ? { to: '/admin/login', search: { to } } : { to: '/user/login', search: { to } })
  }
}
