import { useQueryClient } from '@tanstack/react-query'
import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { dropUnsaved, hasUnsaved } from '../unsaved.ts'
import { pathOf } from './tab-path.ts'
import { tabStore } from './tab-store.ts'

export type TabActions = {
  select(path: string): Promise<void>
  /** Resolves to false when the user chose to keep unsaved content. */
  close(path: string): Promise<boolean>
  closeOthers(path: string): Promise<boolean>
  /** Closes all tabs except that of the first menu entry. */
  closeAll(): Promise<boolean>
  /** Reloads the current page with fresh state and fresh data. */
  reload(): Promise<boolean>
  /** Shows a tab over the whole window. */
  showFullScreen(path: string): Promise<void>
  rename(path: string, title: string): void
  /** Whether the user may leave. Asks when a tab has unsaved content. */
  mayLeave(): Promise<boolean>
}

type Options = {
  /** The target of the first menu entry. */
  home: { to: string; search: Record<string, unknown> }
  /** Asks whether the unsaved content of these tabs may be discarded. */
  mayDiscard(paths: string[]): Promise<boolean>
}

/** Returns the tab actions for users and pages. They keep the list, the URL and the pages' content consistent. */
export function useTabCommands({ home, mayDiscard }: Options): TabActions {
  const router = useRouter<AnyRouter>()
  const queries = useQueryClient()
  return useMemo(() => {
    const here = () => pathOf(router.latestLocation.pathname)
    const open = () => tabStore.read().tabsView

    const goTo = (path: string) => {
      const search = open().find((tab) => tab.path === path)?.search
      return router.navigate({ to: path, search: search ?? (path === home.to ? home.search : {}) })
    }
    const discard = async (paths: string[]) => {
      const unsaved = paths.filter((path) => hasUnsaved(path))
      if (unsaved.length > 0 && !(await mayDiscard(unsaved))) return false
      if (unsaved.length > 0) dropUnsaved(...unsaved)
      return true
    }
    /** @param next path to open when the current page is among the closed ones */
    const closeAllOf = async (paths: string[], next?: string) => {
      if (!(await discard(paths))) return false
      const left = open().find((tab) => tab.path === here())
      for (const path of paths) tabStore.close(path)
      if (!left || !paths.includes(left.path)) return true
      const place = next ?? open().at(-1)?.path ?? home.to
      await goTo(place)
      // No other page is left, so this page starts again.
      if (place === left.path) {
        tabStore.open({ path: place, search: home.search, params: left.params })
        tabStore.reload(place)
      }
      return true
    }
    const others = (path: string) => open().flatMap((tab) => (tab.path === path ? [] : [tab.path]))

    return {
      select: goTo,
      close: (path) => closeAllOf([path]),
      closeOthers: (path) => closeAllOf(others(path), path),
      async closeAll() {
        const closed = await closeAllOf(others(home.to), home.to)
        if (closed && here() !== home.to) await goTo(home.to)
        return closed
      },
      async reload() {
        const path = here()
        if (!(await discard([path]))) return false
        // The cached data stay visible until the new data arrive.
        await queries.invalidateQueries({ refetchType: 'none' })
        tabStore.reload(path)
        await router.invalidate()
        return true
      },
      async showFullScreen(path) {
        if (here() !== path) await goTo(path)
        tabStore.setFullScreen(true)
      },
      rename: tabStore.rename,
      async mayLeave() {
        const unsaved = open().flatMap(({ path }) => (hasUnsaved(path) ? [path] : []))
        return unsaved.length === 0 || mayDiscard(unsaved)
      },
    }
  }, [router, queries, home, mayDiscard])
}
