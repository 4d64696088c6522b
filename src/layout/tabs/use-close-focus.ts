import { type RefObject, useLayoutEffect, useRef } from 'react'

type Options = {
  list: RefObject<HTMLElement | null>
  tabs: readonly { path: string }[]
  activePath: string | undefined
  focus(path: string): void
}

/**
 * Keeps the focus in the bar when the focused tab closes: on the new active tab, or on a neighbour.
 * @returns a function to call before a tab is closed. The close may happen later, after a question to the user.
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
    // A tab's menu counts as part of the bar: the tab that opened it is about to close.
    const inBar = !active || active === document.body || list.current?.contains(active) || active.closest('[role=menu]')
    closing.current = inBar ? { path, wasActive: path === activePath, neighbour } : null
  }
}
