import { type AnyRouteMatch, type AnyRouter, useChildMatches, useMatch, useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useStable } from '#src/lib/use-stable.ts'
import { lazyPart } from '#src/ui/lazy.tsx'
import { useCan } from '../can.tsx'
import { frameHost } from '../frame/frame-hosts.ts'
import { firstPage } from '../menu/menu-routes.ts'
import { menuAt, type ShellMenu, trailTo } from '../menu/shell-menu.ts'
import { titleText } from '../page-title.ts'
import { pagePlaceOf } from '../place.ts'
import { useShownPlace } from '../shown-place.ts'
import { noTabs, openTab, type Tab } from './tab-list.ts'
import { pathOf } from './tab-path.ts'
import { firstState, tabStore } from './tab-store.ts'
import { TabsContext } from './tabs-context.ts'
import { useDiscardQuestion } from './use-discard-question.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'
import { useTabCommands } from './use-tab-commands.ts'
import { FirstTabs, useTabs } from './use-tabs.ts'

const FullScreenExit = lazyPart(async () => (await import('./full-screen-exit.tsx')).FullScreenExit)

type TabsProviderProps = {
  menus: readonly ShellMenu[]
  /** Id of the user who owns the tabs. */
  owner: number
  /** The tabs that the server knows of this user. */
  first?: readonly Tab[]
  children: ReactNode
}

/** Provides the tabs of the back office to the shell and to its pages. */
export function TabsProvider({ first = [], ...rest }: TabsProviderProps) {
  const router = useRouter<AnyRouter>()
  const can = useCan()
  const { menus } = rest
  const mayStay = useStable(({ path }: Tab) => mayShow(router, can, menus, path))
  const { tab } = useShownTab()
  // The list as the browser will have it, so that hydration changes nothing.
  const [firstTabs] = useState(() => {
    const stored = { ...noTabs, tabsView: first.filter(({ path }) => mayShow(router, can, menus, path)) }
    return { ...firstState, ...(tab ? openTab(stored, tab) : stored) }
  })
  return (
    <FirstTabs value={firstTabs}>
      <Tabs {...rest} mayStay={mayStay} />
    </FirstTabs>
  )
}

/** Whether the path leads to a page with a tab that the user may see. */
function mayShow(
  router: AnyRouter,
  can: ReturnType<typeof useCan>,
  menus: readonly ShellMenu[],
  path: string,
): boolean {
  const page = pageAt(router, path)
  if (!page?.addTab) return false
  return page.node ? can(page.node) : page.forAll === true || menuAt(menus, path) !== undefined
}

type TabsProps = Omit<TabsProviderProps, 'first'> & { mayStay(tab: Tab): boolean }

function Tabs({ menus, owner, mayStay, children }: TabsProps) {
  const router = useRouter<AnyRouter>()
  const { tabsView, tabFullScreen } = useTabs()
  const shell: AnyRouteMatch = useMatch({ strict: false })
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
  useLeaveGuard({
    // Within the shell the pages of tabs stay, or their forms restore their drafts.
    lostBy: (_, to) => (isWithin(router, shell.routeId, to) ? [] : tabsView.map(({ path }) => path)),
    mayDiscard,
  })
  const home = useMemo(() => pagePlaceOf(firstPage(menus) ?? '/admin'), [menus])
  const commands = useTabCommands({ home, mayDiscard })
  const tabs = useMemo(
    () => ({
      ...commands,
      titleOf,
      columnsOf: (path: string) => menuAt(menus, path)?.columns ?? [],
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

function isWithin(router: AnyRouter, shell: string, path: string): boolean {
  return router.getMatchedRoutes(path)[0].some(({ id }) => id === shell)
}

/** The static data of the route that a path leads to. */
function pageAt(router: AnyRouter, path: string) {
  return router.getMatchedRoutes(path)[2]?.options.staticData
}

/** The tab of the page on the screen, if it has one, and whether the page is still loading. */
function useShownTab(): { tab?: Tab; waiting: boolean } {
  const children: AnyRouteMatch[] = useChildMatches()
  const leaf = children.at(-1)
  if (!leaf?.staticData.addTab) return { waiting: false }
  const { pathname, search, params, status } = leaf
  return { tab: { path: pathOf(pathname), search, params }, waiting: status === 'pending' }
}

/** Keeps the list of tabs in step with the router. */
function useTabsOfRouter(owner: number, mayStay: (tab: Tab) => boolean) {
  const here = pathOf(useShownPlace().split('?', 1)[0] ?? '')
  const { tab, waiting } = useShownTab()
  const { path, search, params } = tab ?? {}
  /** The path of a tab that was opened for a page that has not loaded yet. */
  const hoped = useRef<string>(undefined)

  useEffect(() => tabStore.claim(owner, mayStay), [owner, mayStay])
  useEffect(() => {
    window.addEventListener('focus', tabStore.shareAgain)
    return () => window.removeEventListener('focus', tabStore.shareAgain)
  }, [])
  useEffect(() => tabStore.activate(here), [here])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new owner needs a tab of the current page too
  useEffect(() => {
    // The user was sent elsewhere, or has gone elsewhere, before that page was there.
    if (hoped.current !== undefined && hoped.current !== path) tabStore.close(hoped.current)
    hoped.current = undefined
    if (path === undefined || !search || !params) return
    if (waiting && !tabStore.read().tabsView.some((tab) => tab.path === path)) hoped.current = path
    tabStore.open({ path, search, params })
  }, [path, search, params, waiting, owner])
}
