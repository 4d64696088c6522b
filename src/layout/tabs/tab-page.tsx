import {
  type AnyRouter,
  CatchBoundary,
  functionalUpdate,
  type NavigateOptions,
  useRouter,
} from '@tanstack/react-router'
import { Activity, memo, Suspense, useLayoutEffect, useMemo, useRef } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Spinner } from '#src/ui/spinner.tsx'
import { UnsavedPlace } from '../unsaved.ts'
import type { KeptPage } from './kept-pages.ts'
import { notePlace, type PagePlace, restoreFocus, restoreScroll } from './page-place.ts'
import { TabPageContext } from './tab-page-context.ts'
import { panelId, pathOf } from './tab-path.ts'
import { tabStore } from './tab-store.ts'

type TabPageProps = { page: KeptPage; visible: boolean; title: string }

/**
 * A tab's page, visible or hidden with its state. While it is hidden, React cleans up its effects: the page sends no
 * requests, has no listeners, and shows nothing, also not in portals.
 */
export const TabPageFrame = memo(function TabPageImpl({ page, visible, title }: TabPageProps) {
  return (
    <Activity mode={visible ? 'visible' : 'hidden'}>
      <Shown page={page} title={title} />
    </Activity>
  )
})

function Shown({ page, title }: { page: KeptPage; title: string }) {
  const router = useRouter<AnyRouter>()
  const { path, match } = page
  const element = useRef<HTMLDivElement>(null)
  const place = useRef<PagePlace>(null)
  const focused = useRef<HTMLElement>(null)

  // Runs whenever the page becomes visible. Its cleanup runs when the page is hidden.
  useLayoutEffect(() => {
    const here = element.current
    const before = place.current
    let frame = 0
    if (before) restoreScroll(before)
    // The router sets its own scroll position after every navigation, so the page restores its position once more.
    const stop = router.subscribe('onRendered', ({ pathChanged }) => {
      stop()
      if (!pathChanged) return
      if (before) restoreScroll(before)
      // Dialogs that become visible again take the focus in the next frame, so this waits for two frames.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => restoreFocus(before, focused.current))
      })
    })
    return () => {
      stop()
      cancelAnimationFrame(frame)
      if (here) place.current = notePlace(here, focused.current)
    }
  }, [router])

  const given = useMemo(
    () => ({
      match,
      async navigate(options: NavigateOptions) {
        const { fullPath } = router.routesById[match.routeId]
        if (pathOf(router.latestLocation.pathname) === path) return router.navigate({ from: fullPath, ...options })
        // The user is on another page now and stays there. Only the search of this page's tab changes.
        const { to, search } = options
        if (to === undefined && search && search !== true) tabStore.update(path, (old) => functionalUpdate(search, old))
      },
    }),
    [router, match, path],
  )
  const { component: Component, errorComponent = router.options.defaultErrorComponent } =
    router.routesById[match.routeId].options
  return (
    <div
      ref={element}
      id={panelId(path)}
      role="tabpanel"
      aria-label={title}
      // React's focus events also bubble out of portals, so the page's dialogs are included.
      onFocus={(event) => {
        focused.current = event.target
      }}
    >
      <UnsavedPlace value={path}>
        <TabPageContext value={given}>
          <CatchBoundary getResetKey={() => match} errorComponent={errorComponent}>
            <Suspense fallback={<Waiting />}>{Component && <Component />}</Suspense>
          </CatchBoundary>
        </TabPageContext>
      </UnsavedPlace>
    </div>
  )
}

function Waiting() {
  return (
    <div role="status" className="grid place-items-center py-24 text-accent">
      <Spinner size={24} />
      <span className="sr-only">{m.loading_title()}</span>
    </div>
  )
}
