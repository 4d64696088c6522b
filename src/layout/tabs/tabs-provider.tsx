import { type AnyRouteMatch, type AnyRouter, useChildMatches, useLocation, useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useMemo } from 'react'
import { useCan } from '#src/crud/can.tsx'
import { useStable } from '#src/lib/use-stable.ts'
import { lazyPart } from '#src/ui/lazy.tsx'
import { frameHost } from '../frame/frame-hosts.ts'
import { firstPage } from '../menu-routes.ts'
import { titleText } from '../page-title.ts'
import { pagePlaceOf } from '../place.ts'
import { menuAt, type ShellMenu, trailTo } from '../shell-menu.ts'
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
  /** Whose tabs these are. */
  owner: number
  children: ReactNode
}

/** The tabs of the back office for the shell around a page and the page itself. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: menus change when permissions do
  useEffect(() => tabStore.retain(mayStay), [menus, mayStay])

  const titleOf = useCallback(
    (path: string) => {
      const tab = tabsView.find((one) => one.path === path)
      const place = path + router.options.stringifySearch(tab?.search ?? {})
      // Only a frame's page has no title of its own.
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
      // A page below a menu's goes with it; one that no menu knows of has nobody who wanted otherwise.
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

/** What the route that a path leads to says of its page. */
function pageAt(router: AnyRouter, path: string) {
  return router.getMatchedRoutes(path)[2]?.options.staticData
}

/** Lets the list of tabs follow what the router shows. */
function useTabsOfRouter(owner: number, mayStay: (tab: Tab) => boolean) {
  const { pathname } = useLocation()
  const children: AnyRouteMatch[] = useChildMatches()
  const leaf = children.at(-1)
  const shown = leaf?.staticData.addTab ? leaf : undefined
  const path = shown && pathOf(shown.pathname)
  const { search, params } = shown ?? {}

  useEffect(() => tabStore.claim(owner, mayStay), [owner, mayStay])
  // Ahead of the page, which may take a moment.
  useEffect(() => tabStore.activate(pathOf(pathname)), [pathname])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another owner has the page on screen too
  useEffect(() => {
    if (path !== undefined) tabStore.open({ path, search, params })
  }, [path, search, params, owner])
}
