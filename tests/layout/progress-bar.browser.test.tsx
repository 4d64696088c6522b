import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { cdp } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ProgressBar } from '#src/layout/progress-bar.tsx'

const bar = () => document.querySelector<HTMLElement>('.route-progress')
/** The right end of the bar, as a part of the window's width. Zero while it is hidden. */
const reach = () => (bar()?.checkVisibility() ? (bar()?.getBoundingClientRect().right ?? 0) / window.innerWidth : 0)

/** A router with a page that loads until it is let go. */
async function renderRouter() {
  const gate: (() => void)[] = []
  const root = createRootRoute({ component: () => <ProgressBar /> })
  const slow = createRoute({
    getParentRoute: () => root,
    path: '/$page',
    loader: () => new Promise<void>((resolve) => gate.push(resolve)),
  })
  const router = createRouter({
    routeTree: root.addChildren([slow]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await render(<RouterProvider router={router} />)
  await expect.poll(bar).not.toBeNull()
  return {
    go: (page: string) => router.history.push(`/${page}`),
    letGo: async () => {
      await expect.poll(() => gate.length).toBeGreaterThan(0)
      for (const open of gate.splice(0)) open()
    },
  }
}

test('the bar grows while a page loads, and leaves when it is there', async () => {
  const { go, letGo } = await renderRouter()
  expect(reach()).toBe(0)
  go('one')
  await expect.poll(reach).toBeGreaterThan(0)
  const first = reach()
  await expect.poll(reach).toBeGreaterThan(first)
  expect(reach()).toBeLessThan(1)
  await letGo()
  await expect.poll(() => bar()?.hidden).toBe(true)
})

test('the next page starts at the left again, also before the bar of the last one has left', async () => {
  const { go, letGo } = await renderRouter()
  go('one')
  await expect.poll(reach).toBeGreaterThan(0.2)
  await letGo()
  await expect.poll(() => bar()?.dataset.phase).toBe('done')
  go('two')
  await expect.poll(() => bar()?.dataset.phase).toBe('moving')
  expect(bar()?.hidden).toBe(false)
  await letGo()
  await expect.poll(() => bar()?.hidden).toBe(true)
})

test('for users who want no motion the bar stands still, and still leaves', async () => {
  const motion = (value: string) =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })
  await motion('reduce')
  try {
    const { go, letGo } = await renderRouter()
    go('one')
    await expect.poll(reach).toBeGreaterThan(0.9)
    expect(
      bar()
        ?.getAnimations()
        .filter(({ playState }) => playState === 'running'),
    ).toEqual([])
    await letGo()
    await expect.poll(() => bar()?.hidden).toBe(true)
  } finally {
    await motion('')
  }
})
