import { onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { createIsomorphicFn } from '@tanstack/react-start'
import { BackendError } from '#src/backend/backend-error.ts'
import { endSessionsWith } from '#src/backend/session-end.ts'
import { askForProofWith } from '#src/backend/step-up.ts'
import { speakDocumentLocale } from '#src/i18n/browser-locale.ts'
import { watchChoice } from '#src/i18n/choice-signal.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { pathOf } from '#src/layout/tabs/tab-path.ts'
import { hasUnsaved } from '#src/layout/unsaved.ts'
import { keptCode, line } from '#src/lib/line.ts'
import { parseSearch, stringifySearch } from '#src/lib/search-codec.ts'
import { requestFacts } from '#src/server/request-facts.server.ts'
import { toaster } from '#src/ui/toast.tsx'
import { ErrorPage } from './error-page.tsx'
import { redirectTargetOf } from './guards.ts'
import { watchLostCode } from './lost-code.ts'
import { watchPermissions } from './permission-watch.ts'
import type { RouteContext } from './route-context.ts'
import { routeTree } from './routeTree.gen.ts'
import { showNotice } from './show-notice.ts'

speakDocumentLocale()
watchLostCode()

/** The nonce of the inline scripts in this response. The browser does not need it. */
const scriptNonce = createIsomorphicFn()
  .server(() => requestFacts().nonce || undefined)
  .client(() => undefined)

/** Fixed for the whole document. A newer menu needs a new document. */
const frameHosts = createIsomorphicFn()
  .server(() => [...(requestFacts().frameHosts ?? [])])
  .client(() => (document.documentElement.dataset.frameHosts ?? '').split(' ').filter(Boolean))

const person = keptCode(() => import('./ask-person.ts'))

/** How often one read waits for the connection. */
const MAX_WAITS = 5

export function getRouter() {
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => signInAgain(error) }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // A read that fails because the server cannot be reached waits until it can.
        retry: (count) => count < MAX_WAITS && !line.isUp(),
        retryDelay: 0,
        refetchOnWindowFocus: false,
      },
      // A write that cannot be sent says so at once. It is not sent later, when the user may have forgotten it.
      mutations: { networkMode: 'always' },
    },
  })
  const router = createRouter({
    routeTree,
    context: {
      queryClient,
      nonce: scriptNonce(),
      frameHosts,
      /** Id of the route for a path; undefined when there is none. */
      routeAt: (path: string): string | undefined => router.getMatchedRoutes(path)[2]?.id,
      /** The permission node of the page at a path; undefined when it needs none. */
      nodeAt: (path: string): ReturnType<RouteContext['nodeAt']> =>
        router.getMatchedRoutes(path)[2]?.options.staticData?.node,
      cameFrom: (): string => router.state.resolvedLocation?.pathname ?? '',
    },
    ssr: { nonce: scriptNonce() },
    parseSearch,
    stringifySearch,
    // When a page fails, the shell around it stays.
    defaultErrorComponent: ErrorPage,
    defaultPreload: 'intent',
    scrollRestoration: true,
    // A page that is there sooner needs no outline.
    defaultPendingMs: 100,
    // Nor does a page that has come wait for its outline to have been seen.
    defaultPendingMinMs: 0,
  })
  setupRouterSsrQueryIntegration({ router, queryClient })
  if (typeof window !== 'undefined') {
    onlineManager.setEventListener((setOnline) => line.subscribe(() => setOnline(line.isUp())))
    // A page that the pointer only passes must not fail to load, because the browser remembers that.
    line.subscribe(() => router.update({ ...router.options, defaultPreload: line.isUp() ? 'intent' : false }))
    watchPermissions(router, queryClient, hasUnsavedHere)
    watchChoice(hasUnsaved)
    askForProofWith(async (ways) => (await person()).askPerson(ways))
    endSessionsWith({
      toLogin,
      redirected(redirect, follow) {
        showNotice()
        const { pathname } = router.state.location
        queryClient.setQueryData(['boot', pathname.startsWith('/admin') ? 'admin' : 'user'], null)
        if (follow && !hasUnsavedHere())
          router.navigate({ ...router.resolveRedirect(redirect).options, ignoreBlocker: true })
      },
    })
  }
  return router

  /** Only this page counts. Forms in other tabs restore their drafts after the same user has signed in again. */
  function hasUnsavedHere() {
    return hasUnsaved('', pathOf(router.state.location.pathname))
  }

  /** When the session ends, goes to the side's login page with this page as the target. Forms handle it themselves. */
  function signInAgain(error: Error) {
    if (typeof window !== 'undefined' && error instanceof BackendError && error.code === 401) toLogin()
  }

  function toLogin() {
    // A form with unsaved content shows this itself, and offers to sign in again in a new browser tab.
    if (hasUnsavedHere()) return
    // Several calls of a page find that the session has ended. The first one has noted where to come back to.
    if (/^\/(admin|user)\/login\/?$/.test(router.latestLocation.pathname)) return
    const to = redirectTargetOf(router.state.location)
    const side = to.path.startsWith('/admin') ? 'admin' : 'user'
    queryClient.setQueryData(['boot', side], null)
    toaster.hint(m.error_sessionExpired())
    // The session has ended in any case, so no form in another tab is asked.
    const how = { search: { to }, ignoreBlocker: true }
    router.navigate(side === 'admin' ? { to: '/admin/login', ...how } : { to: '/user/login', ...how })
  }
}
