import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useUnsaved } from '#src/crud/form/use-unsaved.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { ShellMenu } from '#src/layout/menu/shell-menu.ts'
import { MAX_KEPT } from '#src/layout/tabs/kept-pages.ts'
import { ShellTabs } from '#src/layout/tabs/shell-tabs.tsx'
import { useTabPage } from '#src/layout/tabs/tab-page-context.ts'
import { TabPages } from '#src/layout/tabs/tab-pages.tsx'
import { tabStore } from '#src/layout/tabs/tab-store.ts'
import { TabsProvider } from '#src/layout/tabs/tabs-provider.tsx'
import { allowConsole } from '../support/console.ts'

// A small back office with real parts: a router, a shell with tabs, pages.

const said: string[] = []
/** The number of requests of each page. */
const fetches = new Map<string, number>()
const fetchesOf = (name: string) => fetches.get(name) ?? 0
/** Callbacks by page name, as a timer or a late response would call them. */
const later = new Map<string, () => void>()
/** Pages that fail, as `<name> loader` or `<name> page`. */
const broken = new Set<string>()

beforeEach(() => {
  tabStore.forget()
  said.length = 0
  fetches.clear()
  later.clear()
  broken.clear()
})

type Search = { q?: string; poll?: boolean }

function Page({ name, search, onSearch }: { name: string; search: Search; onSearch(search: Search): void }) {
  const [text, setText] = useState('')
  const dirty = useRef(false)
  dirty.current = text !== ''
  useUnsaved({ isDirty: () => dirty.current, drop: () => {} })
  useEffect(() => {
    said.push(`${name} on`)
    const onKeyDown = () => said.push(`${name} hears`)
    window.addEventListener('keydown', onKeyDown)
    return () => {
      said.push(`${name} off`)
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [name])
  useQuery({
    queryKey: ['poll', name],
    queryFn: () => {
      fetches.set(name, fetchesOf(name) + 1)
      return fetchesOf(name)
    },
    refetchInterval: 20,
    enabled: search.poll === true,
  })
  later.set(name, () => onSearch({ q: 'later' }))
  if (broken.has(`${name} page`)) throw new Error('the page broke')
  return (
    <section>
      <h1>{`${name}: ${search.q ?? 'nothing'}`}</h1>
      <input aria-label={`text of ${name}`} value={text} onChange={(event) => setText(event.target.value)} />
      <div data-testid={`scroller of ${name}`} style={{ height: 50, overflow: 'auto' }}>
        <div style={{ height: 500 }} />
      </div>
    </section>
  )
}

const menu = (id: number, title: string, path: string, keepAlive = true): ShellMenu => ({
  id,
  title,
  path,
  keepAlive,
  kind: 'tab',
  iconSvg: null,
  children: [],
})

async function open(menus: ShellMenu[] = [menu(1, 'Alpha', '/p/alpha'), menu(2, 'Beta', '/p/beta')], at = '/p/alpha') {
  const root = createRootRoute({
    component: () => (
      <TabsProvider menus={menus} owner={1}>
        <ShellTabs />
        <main id="main" tabIndex={-1}>
          <TabPages />
        </main>
      </TabsProvider>
    ),
  })
  const page = createRoute({
    getParentRoute: () => root,
    path: '/p/$name',
    staticData: { addTab: true, title: { text: 'Page' } },
    validateSearch: (search: Search) => search,
    loader: ({ params }) => {
      if (broken.has(`${params.name} loader`)) throw new Error('the loader broke')
    },
    component: Shown,
    errorComponent: ({ error }) => <p role="alert">{String(error)}</p>,
  })
  function Shown() {
    const { params, search, navigate } = useTabPage(page)
    // Seam: the types know only the product's own routes.
    const move = navigate as (options: { search(old: Search): Search }) => Promise<void>
    const onSearch = (next: Search) => void move({ search: (old) => ({ ...old, ...next }) })
    return <Page name={params.name} search={search} onSearch={onSearch} />
  }
  const plain = createRoute({ getParentRoute: () => root, path: '/plain', component: () => <h1>plain</h1> })
  const router = createRouter({
    routeTree: root.addChildren([page, plain]),
    history: createMemoryHistory({ initialEntries: [at] }),
  })
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const go = (to: string, search: Record<string, unknown> = {}) => router.navigate({ to, search })
  return { screen, router, go, heading: (text: string) => screen.getByRole('heading', { name: text }) }
}

test('a page comes back as it was left: what was typed, how far it was scrolled; and it was never made anew', async () => {
  const { screen, go, heading } = await open()
  const input = screen.getByLabelText('text of alpha')
  await input.fill('half')
  const scroller = screen.getByTestId('scroller of alpha').element()
  scroller.scrollTop = 120
  const element = input.element()
  await go('/p/beta')
  await expect.element(heading('beta: nothing')).toBeVisible()
  expect(input.query()).not.toBeNull()
  await expect.element(input).not.toBeVisible()
  await screen.getByRole('tab', { name: 'Alpha' }).click()
  await expect.element(input).toBeVisible()
  expect(input.element()).toBe(element)
  await expect.element(input).toHaveValue('half')
  expect(scroller.scrollTop).toBe(120)
})

test('a hidden page hears nothing, and asks for nothing', async () => {
  const { go, heading } = await open()
  await go('/p/alpha', { poll: true })
  await expect.poll(() => fetchesOf('alpha')).toBeGreaterThan(1)
  await go('/p/beta', { poll: true })
  await expect.element(heading('beta: nothing')).toBeVisible()
  expect(said).toEqual(['alpha on', 'beta on', 'alpha off'].sort((a, b) => said.indexOf(a) - said.indexOf(b)))
  const before = fetchesOf('alpha')
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'x' }))
  expect(said.filter((line) => line.endsWith('hears'))).toEqual(['beta hears'])
  // The visible page polls ten times. A hidden page that still polls would send requests in this time too.
  const seen = fetchesOf('beta')
  await expect.poll(() => fetchesOf('beta')).toBeGreaterThan(seen + 10)
  expect(fetchesOf('alpha')).toBe(before)
  await go('/p/alpha', { poll: true })
  await expect.poll(() => fetchesOf('alpha')).toBeGreaterThan(before)
})

test('the same path takes a new search without losing its state', async () => {
  const { screen, go, heading } = await open()
  await screen.getByLabelText('text of alpha').fill('half')
  await go('/p/alpha', { q: 'new' })
  await expect.element(heading('alpha: new')).toBeVisible()
  await expect.element(screen.getByLabelText('text of alpha')).toHaveValue('half')
  expect(tabStore.read().tabsView).toEqual([{ path: '/p/alpha', search: { q: 'new' }, params: { name: 'alpha' } }])
})

test('what a hidden page does to its search is where its tab is found, and moves nobody', async () => {
  const { screen, router, go, heading } = await open()
  await go('/p/beta')
  await expect.element(heading('beta: nothing')).toBeVisible()
  later.get('alpha')?.()
  await expect.poll(() => tabStore.read().tabsView[0]?.search).toEqual({ q: 'later' })
  expect(router.state.location.pathname).toBe('/p/beta')
  await screen.getByRole('tab', { name: 'Alpha' }).click()
  await expect.element(heading('alpha: later')).toBeVisible()
  expect(router.state.location.search).toEqual({ q: 'later' })
})

test('a tab that is closed or loaded again starts fresh', async () => {
  const { screen, go, heading } = await open()
  await go('/p/beta')
  await screen.getByLabelText('text of beta').fill('')
  await screen.getByRole('tab', { name: 'Alpha' }).click({ button: 'middle' })
  await expect.poll(() => screen.getByRole('tab').elements().length).toBe(1)
  await expect.poll(() => screen.getByLabelText('text of alpha').query()).toBeNull()
  said.length = 0
  await screen.getByRole('button', { name: m.tabs_actions() }).click()
  await screen.getByRole('menuitem', { name: m.tabs_reload() }).click()
  await expect.poll(() => said).toEqual(['beta off', 'beta on'])
  await expect.element(heading('beta: nothing')).toBeVisible()
})

test('unsaved content of a hidden page is asked about before its tab closes', async () => {
  const { screen, go, heading } = await open()
  await screen.getByLabelText('text of alpha').fill('half')
  await go('/p/beta')
  await expect.element(heading('beta: nothing')).toBeVisible()
  const close = () => screen.getByRole('tab', { name: 'Alpha' }).click({ button: 'middle' })
  await close()
  const question = screen.getByRole('alertdialog')
  await expect.element(question.getByText(m.tabs_discardText({ titles: 'Alpha' }))).toBeVisible()
  await question.getByRole('button', { name: m.ui_cancel() }).click()
  await expect.element(screen.getByRole('tab', { name: 'Alpha' })).toBeVisible()
  await expect.element(question).not.toBeInTheDocument()
  await close()
  await question.getByRole('button', { name: m.crud_discard() }).click()
  await expect.poll(() => screen.getByRole('tab').elements().length).toBe(1)
})

test('a page whose menu does not keep it starts fresh each time', async () => {
  const { screen, go, heading } = await open([menu(1, 'Alpha', '/p/alpha', false), menu(2, 'Beta', '/p/beta')])
  await screen.getByLabelText('text of alpha').fill('half')
  await go('/p/beta')
  await expect.element(heading('beta: nothing')).toBeVisible()
  expect(screen.getByLabelText('text of alpha').query()).toBeNull()
  await go('/p/alpha')
  await expect.element(screen.getByLabelText('text of alpha')).toHaveValue('')
})

test('so many pages are kept, and the one that was not looked at for longest goes first', async () => {
  const { screen, go, heading } = await open([])
  await screen.getByLabelText('text of alpha').fill('half')
  for (let i = 0; i < MAX_KEPT; i++) {
    await go(`/p/n${i}`)
    await expect.element(heading(`n${i}: nothing`)).toBeVisible()
  }
  expect(screen.getByLabelText('text of alpha').query()).toBeNull()
  expect(screen.getByLabelText('text of n0').query()).not.toBeNull()
  expect(screen.getByRole('tab').elements()).toHaveLength(MAX_KEPT + 1)
})

test('a page without a tab is shown as ever, and those with one wait behind it', async () => {
  const { screen, go, heading } = await open()
  await screen.getByLabelText('text of alpha').fill('half')
  await go('/plain')
  await expect.element(heading('plain')).toBeVisible()
  expect(screen.getByRole('tab', { selected: true }).query()).toBeNull()
  await go('/p/alpha')
  await expect.element(heading('plain')).not.toBeInTheDocument()
  await expect.element(screen.getByLabelText('text of alpha')).toHaveValue('half')
})

test('a loader that fails shows its error in the tab; what was there before is kept for the next try', async () => {
  allowConsole(/the loader broke|Error in route match/)
  const { screen, router, go, heading } = await open()
  await screen.getByLabelText('text of alpha').fill('half')
  await go('/p/beta')
  await expect.element(heading('beta: nothing')).toBeVisible()
  broken.add('alpha loader')
  await go('/p/alpha', { q: 'again' })
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await expect.element(screen.getByLabelText('text of alpha')).not.toBeVisible()
  await expect.element(screen.getByRole('tab', { name: 'Alpha' })).toHaveAttribute('aria-selected', 'true')
  broken.clear()
  await router.invalidate()
  await expect.element(heading('alpha: again')).toBeVisible()
  await expect.element(screen.getByLabelText('text of alpha')).toHaveValue('half')
})

test('a page that breaks leaves the other tabs alone, and is whole again after another navigation', async () => {
  allowConsole(/the page broke|Error in route match|error boundary/i)
  const { screen, router, go, heading } = await open()
  await go('/p/beta')
  await expect.element(heading('beta: nothing')).toBeVisible()
  broken.add('beta page')
  await go('/p/beta', { q: 'x' })
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await go('/p/alpha')
  await expect.element(heading('alpha: nothing')).toBeVisible()
  broken.clear()
  await go('/p/beta')
  await expect.element(heading('beta: nothing')).toBeVisible()
  expect(router.state.status).toBe('idle')
})

test('the focus is where it was, or on the page when it would be nowhere', async () => {
  const { screen, router, go, heading } = await open()
  const input = screen.getByLabelText('text of alpha')
  await input.click()
  await go('/p/beta')
  await expect.element(heading('beta: nothing')).toBeVisible()
  await expect.element(screen.getByRole('main')).toHaveFocus()
  router.history.back()
  await expect.element(input).toHaveFocus()
  await screen.getByRole('tab', { name: 'Beta' }).click()
  await expect.element(heading('beta: nothing')).toBeVisible()
  await expect.element(screen.getByRole('tab', { name: 'Beta' })).toHaveFocus()
})
