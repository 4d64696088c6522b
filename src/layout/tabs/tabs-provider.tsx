import { type AnyRouteMatch, type AnyRouter, useChildMatches, useLocation, useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { useCan } from '#src/crud/can.tsx'
import { useStable } from '#src/crud/use-stable.ts'
import { firstPage } from '../menu-routes.ts'
import { titleText } from '../page-title.ts'
import { menuAt, type ShellMenu, trailTo } from '../shell-menu.ts'
import type { Tab } from './tab-list.ts'
import { pathOf } from './tab-path.ts'
import { tabStore } from './tab-store.ts'
import { TabsContext } from './tabs-context.ts'
import { useTabCommands } from './use-tab-actions.ts'
import { useTabs } from './use-tabs.ts'

const DiscardQuestion = lazy(() => import('./discard-question.tsx').then((m) => ({ default: m.DiscardQuestion })))
const FullScreenExit = lazy(() => import('./full-screen-exit.tsx').then((m) => ({ default: m.FullScreenExit })))

type Question = { paths: string[]; answer(discard: boolean): void }

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
  const [question, setQuestion] = useState<Question | null>(null)

  const pageAt = (path: string) => router.getMatchedRoutes(path)[2]?.options.staticData
  const mayStay = useStable(({ path }: Tab) => {
    const page = pageAt(path)
    if (!page?.addTab) return false
    return page.node ? can(page.node) : menuAt(menus, path) !== undefined
  })
  useTabsOfRouter(owner, mayStay)

  const home = firstPage(menus) ?? '/admin'
  const mayDiscard = useStable(
    (paths: string[]) =>
      new Promise<boolean>((resolve) => {
        const answer = (discard: boolean) => {
          setQuestion(null)
          resolve(discard)
        }
        setQuestion({ paths, answer })
      }),
  )
  const commands = useTabCommands({ home, mayDiscard })

  const value = useMemo(
    () => ({
      ...commands,
      titleOf: (path: string) =>
        tabsView.find((tab) => tab.path === path)?.title ??
        menuAt(menus, path)?.title ??
        titleText(router.getMatchedRoutes(path)[2]?.options.staticData?.title),
      // A page below a menu's goes with it; one that no menu knows of has nobody who wanted otherwise.
      keepsAlive: (path: string) => trailTo(menus, path).at(-1)?.keepAlive ?? true,
    }),
    [commands, menus, tabsView, router],
  )
  return (
    <TabsContext value={value}>
      {children}
      <Suspense>
        {tabFullScreen && <FullScreenExit onLeave={() => tabStore.setFullScreen(false)} />}
        {question && <DiscardQuestion titles={question.paths.map(value.titleOf)} onAnswer={question.answer} />}
      </Suspense>
    </TabsContext>
  )
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
