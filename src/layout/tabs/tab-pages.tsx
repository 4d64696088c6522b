import { type AnyRouteMatch, Outlet, useChildMatches } from '@tanstack/react-router'
import { useState } from 'react'
import { type KeptPage, keepPages } from './kept-pages.ts'
import { TabPageFrame } from './tab-page.tsx'
import { panelId, pathOf } from './tab-path.ts'
import { useTabActions } from './tabs-context.ts'
import { useTabs } from './use-tabs.ts'

/**
 * Renders the current page, and hidden behind it the pages that stay alive. The router's Outlet renders a page that
 * has no tab, has failed or is still loading.
 */
export function TabPages() {
  const { titleOf, keepsAlive } = useTabActions()
  const children: AnyRouteMatch[] = useChildMatches()
  const { tabsView, rounds } = useTabs()
  const [pages, setPages] = useState<readonly KeptPage[]>([])

  const [match] = children
  const path = match?.staticData.addTab && children.length === 1 ? pathOf(match.pathname) : undefined
  const shown = match && path !== undefined && match.status === 'success' ? { path, match } : undefined
  const next = keepPages(pages, {
    shown,
    stays: (path) => keepsAlive(path) && tabsView.some((tab) => tab.path === path),
    roundOf: (path) => rounds[path] ?? 0,
  })
  if (next !== pages) setPages(next)
  // A page that is kept has more to show while it loads than its outline.
  const kept = match?.status === 'pending' && next.some((page) => page.path === path)
  const visible = kept ? path : shown?.path
  return (
    <>
      {next.map((page) => (
        <TabPageFrame key={page.key} page={page} visible={page.path === visible} title={titleOf(page.path)} />
      ))}
      {!shown && path === undefined && <Outlet />}
      {!shown && !kept && path !== undefined && (
        <div
          role="tabpanel"
          // A page that was shown before it failed is still kept, and its element has the id.
          id={next.some((page) => page.path === path) ? undefined : panelId(path)}
          aria-label={titleOf(path)}
        >
          <Outlet />
        </div>
      )}
    </>
  )
}
