import { type AnyRouteMatch, type AnyRouter, useChildMatches, useLocation, useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useMemo } from 'react'
import { useStable } from '#src/lib/use-stable.ts'
import { lazyPart } from '#src/ui/lazy.tsx'
import { useCan } from '../can.tsx'
import { frameHost } from '../frame/frame-hosts.ts'
import { firstPage } from '../menu/menu-routes.ts'
import { menuAt, type ShellMenu, trailTo } from '../menu/shell-menu.ts'
import { titleText } from '../page-title.ts'
import { pagePlaceOf } from '../place.ts'
import type { Tab } from './tab-list.ts'
import { pathOf } from './tab-path.ts'
import { tabStore } from './tab-store.ts'
import { TabsContext } from './tabs-context.ts'
import { useDiscardQuestion } from './use-discard-question.tsx'
import { useTabCommands } from './use-tab-commands.ts'
import { useTabs } from './use-tabs.ts'

const FullScreenExit = lazyPart(async () => (await import('./full-screen-exit.tsx')).FullScreenExit)

type TabsProviderProps = {
  menus: readonly ShellMenu[]
  /** Id of the user who owns the tabs. */
  owner: number
  children: ReactNode
}

/** Provides the tabs of the back office to the shell and to its pages. */
export function TabsProvider({ menus, owner, children }: TabsProviderProps) {
  const router = useRouter<AnyRouter>()
  const can = useCan()
  const { tabsView, tabFullScreen } = useTabs()

  const mayStay = useStable(({ path }: Tab) => {
    const page = pageAt(router, path)
    if (!page?.addTab) return false
    return page.node ? can(page.node) : page.forAll === true || menuAt(menus, path) !== undefined
  })
  useTabsOfRouter(owner, mayStay)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menus change when the user's permissions change
  useEffect(() => tabStore.retain(mayStay), [menus, mayStay])

  const titleOf = useCallback(
    (path: string) => {
      const tab = tabsView.find((one) => one.path === path)
      const place = path + router.options.stringifySearch(tab?.search ?? {})
      // Only the page of an iframe menu has no title of its own, so the frame's origin is used.
      const own = pageAt(router, path)?.title ?? frameHost(tab?.params.url ?? '')
      return tab?.title ?? menuAt(menus, place)?.title ?? titleText(own)
    },
    [tabsView, menus, router],
  )
  const { mayDiscard, question } = useDiscardQuestion(titleOf)
  const home = useMemo(() => pagePlaceOf(firstPage(menus) ?? '/admin'), [menus])
  const commands = useTabCommands({ home, mayDiscard })
  const tabs = useMemo(
    () => ({
      ...commands,
      titleOf,
      // A page below a menu entry's page follows that entry. A page without a menu entry stays alive by default.
      keepsAlive: (path: string) => trailTo(menus, path).at(-1)?.keepAlive ?? true,
    }),
    [commands, titleOf, menus],
  )
  return (
    <TabsContext value={tabs}>
      {children}
      {question}
      {tabFullScreen && <FullScreenExit onLeave={() => tabStore.setFullScreen(false)} />}
    </TabsContext>
  )
}

/** The static data of the route that a path leads to. */
function pageAt(router: AnyRouter, path: string) {
  return router.getMatchedRoutes(path)[2]?.options.staticData
}

/** Keeps the list of tabs in step with the router. */
function useTabsOfRouter(owner: number, mayStay: (tab: Tab) => boolean) {
  const { pathname } = useLocation()
  const children: AnyRouteMatch[] = useChildMatches()
  const leaf = children.at(-1)
  const shown = leaf?.staticData.addTab ? leaf : undefined
  const path = shown && pathOf(shown.pathname)
  const { search, params } = shown ?? {}

  useEffect(() => tabStore.claim(owner, mayStay), [owner, mayStay])
  // The tab becomes active before its page has loaded.
  useEffect(() => tabStore.activate(pathOf(pathname)), [pathname])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new owner needs a tab of the current page too
  useEffect(() => {
    if (path !== undefined) tabStore.open({ path, search, params })
  }, [path, search, params, owner])
}
