import { type RefObject, useLayoutEffect, useRef } from 'react'

type Options = {
  list: RefObject<HTMLElement | null>
  tabs: readonly { path: string }[]
  activePath: string | undefined
  focus(path: string): void
}

/**
 * Keeps the focus in the bar when the tab that has it closes: on the tab that is shown instead, or on a neighbour.
 * Returns what to call before a tab is closed; it may take a question until it is.
 */
export function useCloseFocus({ list, tabs, activePath, focus }: Options) {
  const closing = useRef<{ path: string; wasActive: boolean; neighbour: string | undefined } | null>(null)

  useLayoutEffect(() => {
    const closed = closing.current
    if (!closed || tabs.some(({ path }) => path === closed.path)) return
    closing.current = null
    const next = closed.wasActive ? activePath : closed.neighbour
    const active = document.activeElement
    if (next !== undefined && (!active || active === document.body)) focus(next)
  }, [tabs, activePath, focus])

  return (path: string) => {
    const at = tabs.findIndex((tab) => tab.path === path)
    const neighbour = (tabs[at + 1] ?? tabs[at - 1])?.path
    const { activeElement: active } = document
    // The menu of a tab counts as the bar: what it was opened from is about to go.
    const inBar = !active || active === document.body || list.current?.contains(active) || active.closest('[role=menu]')
    closing.current = inBar ? { path, wasActive: path === activePath, neighbour } : null
  }
}
