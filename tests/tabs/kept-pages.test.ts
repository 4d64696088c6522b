import { expect, test } from 'vitest'
import { type KeptPage, keepPages, MAX_KEPT } from '#src/layout/tabs/kept-pages.ts'

/** Fake route matches by name. keepPages only compares their identity. */
const matches = new Map<string, KeptPage['match']>()
function matchOf(name: string): KeptPage['match'] {
  const known = matches.get(name)
  if (known) return known
  const made = { id: name } as KeptPage['match']
  matches.set(name, made)
  return made
}

type Options = { match?: string; open?: string; rounds?: Record<string, number> }

/** Shows a page (or none) and returns the pages that are kept then. */
function show(pages: readonly KeptPage[], path: string | undefined, { match, open, rounds = {} }: Options = {}) {
  return keepPages(pages, {
    shown: path === undefined ? undefined : { path, match: matchOf(match ?? path) },
    stays: (one) => open === undefined || open.includes(one),
    roundOf: (one) => rounds[one] ?? 0,
  })
}
const walk = (paths: string) => [...paths].reduce<readonly KeptPage[]>((pages, path) => show(pages, path), [])
const paths = (pages: readonly KeptPage[]) => pages.map((page) => page.path).join('')

test('pages stay in the order in which they were first shown, whatever is shown later', () => {
  expect(paths(walk('abcab'))).toBe('abc')
})

test('nothing new gives back the same list', () => {
  const pages = walk('ab')
  expect(show(pages, 'b')).toBe(pages)
  expect(show(pages, undefined)).toBe(pages)
})

test('the page on screen follows its match, those behind it stay as they were', () => {
  const pages = walk('ab')
  const next = show(pages, 'b', { match: 'b with a search' })
  expect(next[0]).toBe(pages[0])
  expect(next[1]?.match.id).toBe('b with a search')
  expect(next[1]?.key).toBe(pages[1]?.key)
})

test('a page whose tab is closed goes, but not from under the person who looks at it', () => {
  expect(paths(show(walk('abc'), 'c', { open: 'a' }))).toBe('ac')
  expect(paths(show(walk('abc'), 'a', { open: 'a' }))).toBe('a')
})

test('a page that failed or gave way to another kind of page is kept for its return', () => {
  const pages = walk('ab')
  const without = show(pages, undefined)
  expect(show(without, 'b').find(({ path }) => path === 'b')?.key).toBe(pages[1]?.key)
})

test('a tab that is loaded anew gets another page', () => {
  const pages = walk('ab')
  const next = show(pages, 'b', { rounds: { b: 1 } })
  expect(paths(next)).toBe('ab')
  expect(next[1]?.key).not.toBe(pages[1]?.key)
  expect(next[0]).toBe(pages[0])
})

test('of more than are kept, the one that was not looked at for longest goes', () => {
  const many = 'abcdefghij'
  expect(many).toHaveLength(MAX_KEPT)
  const pages = walk(`${many}a`)
  expect(paths(show(pages, 'k'))).toBe('acdefghijk')
})
