import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { render } from 'vitest-browser-react'

/** Renders a page that has links, in a router of its own. Every path shows the page. */
export async function renderPage(page: ReactNode) {
  const show = () => page
  const routeTree = createRootRoute({ component: show, notFoundComponent: show })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) })
  return render(<RouterProvider router={router} />)
}
