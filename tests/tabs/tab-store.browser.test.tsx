import { beforeEach, expect, test, vi } from 'vitest'
import { createTabStore, keptTabs } from '#src/layout/tabs/tab-store.ts'
import { localStore } from '#src/lib/local-store.ts'
import { storageKeys } from '#src/lib/storage-keys.ts'

// These tests run in the browser because they need its real storages.

const all = () => true
const tab = (path: string, search: Record<string, unknown> = {}) => ({ path, search, params: {} })

/** Creates the tab store of a window that has just loaded the page. */
function windowOf() {
  const keep = (where: 'session' | 'local') => localStore({ ...keptTabs, keep: where })
  return createTabStore([keep('session'), keep('local')])
}
const pathsOf = (store: ReturnType<typeof windowOf>) => store.read().tabsView.map(({ path }) => path)

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('tabs come back after a reload with their search, order and names, and none of them is active before it is shown', () => {
  const store = windowOf()
  store.claim(1, all)
  store.open(tab('/admin/a'))
  store.open(tab('/admin/b', { quickSearch: 'x' }))
  store.move('/admin/b', 0)
  store.rename('/admin/a', 'Mine')
  const after = windowOf()
  after.claim(1, all)
  expect(after.read().tabsView).toEqual([tab('/admin/b', { quickSearch: 'x' }), { ...tab('/admin/a'), title: 'Mine' }])
  expect(after.read().activeIndex).toBe(-1)
})

test('another person sees nothing of them, and leaves nothing of them behind', () => {
  const store = windowOf()
  store.claim(1, all)
  store.open(tab('/admin/secret'))
  store.claim(2, all)
  expect(pathsOf(store)).toEqual([])
  store.open(tab('/admin/own'))
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('secret')
  const back = windowOf()
  back.claim(1, all)
  expect(pathsOf(back)).toEqual([])
})

test('signing out forgets them', () => {
  const store = windowOf()
  store.claim(1, all)
  store.open(tab('/admin/a'))
  store.forget()
  expect(pathsOf(store)).toEqual([])
  expect(localStorage.getItem(storageKeys.tabConfig)).toBeNull()
  expect(sessionStorage.getItem(storageKeys.tabConfig)).toBeNull()
})

test('nothing is written before it is known whose tabs they are', () => {
  const store = windowOf()
  store.open(tab('/admin/a'))
  expect(localStorage.length + sessionStorage.length).toBe(0)
})

test('tabs that lead nowhere any more do not come back', () => {
  const store = windowOf()
  store.claim(1, all)
  store.open(tab('/admin/gone'))
  store.open(tab('/admin/there'))
  const after = windowOf()
  after.claim(1, ({ path }) => path !== '/admin/gone')
  expect(pathsOf(after)).toEqual(['/admin/there'])
})

test('windows have their own tabs; a new one begins with those of the last', () => {
  const one = windowOf()
  one.claim(1, all)
  one.open(tab('/admin/a'))
  const session = { ...sessionStorage }
  sessionStorage.clear()
  const other = windowOf()
  other.claim(1, all)
  expect(pathsOf(other)).toEqual(['/admin/a'])
  other.open(tab('/admin/b'))
  // The first window reloads: its session storage still has its old content.
  sessionStorage.clear()
  for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value)
  const again = windowOf()
  again.claim(1, all)
  expect(pathsOf(again)).toEqual(['/admin/a'])
})

test('what another release wrote counts as nothing', () => {
  localStorage.setItem(storageKeys.tabConfig, JSON.stringify({ version: 99, value: { owner: 1, tabs: ['?'] } }))
  sessionStorage.setItem(storageKeys.tabConfig, '{broken')
  const store = windowOf()
  store.claim(1, all)
  expect(pathsOf(store)).toEqual([])
})

test('full screen and reloads are told to listeners, and not kept', () => {
  const store = windowOf()
  store.claim(1, all)
  store.open(tab('/admin/a'))
  const changed = vi.fn()
  const end = store.subscribe(changed)
  store.setFullScreen(true)
  store.reload('/admin/a')
  expect(changed).toHaveBeenCalledTimes(2)
  expect(store.read()).toMatchObject({ tabFullScreen: true, rounds: { '/admin/a': 1 } })
  end()
  const after = windowOf()
  after.claim(1, all)
  expect(after.read()).toMatchObject({ tabFullScreen: false, rounds: {} })
})

test('a hidden page changes where its tab will be', () => {
  const store = windowOf()
  store.claim(1, all)
  store.open(tab('/admin/a', { page: 1, quickSearch: 'x' }))
  store.open(tab('/admin/b'))
  store.update('/admin/a', (search) => ({ ...search, page: 2 }))
  expect(store.read().tabsView[0]?.search).toEqual({ page: 2, quickSearch: 'x' })
  expect(store.read().activeIndex).toBe(1)
})
