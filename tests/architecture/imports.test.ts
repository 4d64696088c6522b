import { expect, test } from 'vitest'
import { isRegistered, registry } from '#src/resource/registry.ts'
import { circlesOf, exportsOf, files, imports, type SourceImport, texts } from './source.ts'

// Which folder may import which. The tests read the source text.

/** The folders that each folder of src may import, the lowest floor first. A folder may always import itself. */
const mayImport: Record<string, readonly string[]> = {
  i18n: [],
  lib: ['i18n'],
  db: ['lib'],
  ui: ['lib', 'i18n'],
  resource: ['lib', 'i18n'],
  server: ['db', 'resource', 'lib', 'i18n'],
  backend: ['server', 'db', 'resource', 'lib', 'i18n'],
  layout: ['backend', 'server', 'resource', 'ui', 'lib', 'i18n'],
  crud: ['layout', 'backend', 'server', 'resource', 'ui', 'lib', 'i18n'],
  web: ['layout', 'backend', 'server', 'lib', 'i18n'],
  features: ['web', 'crud', 'layout', 'backend', 'server', 'db', 'resource', 'ui', 'lib', 'i18n'],
}

const folderOf = (path: string) => /^src\/([^/]+)\//.exec(path)?.[1]
const show = ({ from, to }: SourceImport) => `${from} → ${to}`
const offenders = (rule: (one: SourceImport) => boolean) => imports.filter(rule).map(show)

test('the walk finds the imports it is about', () => {
  expect(imports.length).toBeGreaterThan(2_000)
  expect(imports.some((one) => one.to === 'src/server/api.server.ts')).toBe(true)
  expect(new Set(files.map(folderOf))).toEqual(new Set([undefined, ...Object.keys(mayImport)]))
})

test('a folder of src imports only from the floors below it, and nothing of app', () => {
  expect(
    offenders(({ from, to }) => {
      const [own, other] = [folderOf(from), folderOf(to)]
      if (own === undefined) return false
      if (to.startsWith('app/')) return true
      return other !== undefined && other !== own && !mayImport[own]?.includes(other)
    }),
  ).toEqual([])
})

test('no files import each other in a circle', () => {
  const circles = circlesOf(imports.filter(({ typeOnly }) => !typeOnly))
  expect(circles.map((circle) => circle.join(' → '))).toEqual([])
})

test('the search for circles finds one', () => {
  const arrow = (from: string, to: string): SourceImport => ({ from, to, typeOnly: false })
  expect(circlesOf([arrow('a', 'b'), arrow('b', 'c'), arrow('c', 'b'), arrow('c', 'd')])).toEqual([['b', 'c']])
})

test('an exported name stands in one file', () => {
  const places = new Map<string, string[]>()
  for (const file of files) {
    for (const name of exportsOf(file)) places.set(name, [...(places.get(name) ?? []), file])
  }
  // The router requires this name in every route file.
  places.delete('Route')
  expect(places.size).toBeGreaterThan(1_000)
  expect([...places].filter(([, found]) => found.length > 1)).toEqual([])
})

test('features import no screens of other features', () => {
  const feature = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1]
  const isScreen = (path: string) => /\.(page|form)\.tsx$/.test(path)
  expect(
    offenders(({ from, to }) => feature(from) !== undefined && isScreen(to) && feature(from) !== feature(to)),
  ).toEqual([])
})

test('only server files speak to the database', () => {
  const isDatabase = (to: string) =>
    /^(drizzle-orm|pg|pg-.*)(\/|$)/.test(to) ||
    /^src\/db\/(?!.*\.table\.server)/.test(to) ||
    to.includes('.table.server')
  expect(offenders((one) => !one.typeOnly && !one.from.endsWith('.server.ts') && isDatabase(one.to))).toEqual([])
})

test('only backend, and what serves the whole, speaks to the API', () => {
  const reachesApi = (to: string) => /^src\/(server\/(runtime|api|crud\/crud)|web\/http)\.server\.ts$/.test(to)
  const mayReach = (from: string) =>
    /^src\/(server|backend|web)\//.test(from) || from === 'app/server.ts' || /\.api\.server\.ts$/.test(from)
  expect(offenders((one) => !one.typeOnly && reachesApi(one.to) && !mayReach(one.from))).toEqual([])
})

test('pages call no router hook', () => {
  const pages = files.filter((file) => /\.page\.tsx$|\.form\.tsx$/.test(file))
  const hooks =
    /\buse(Router|RouterState|Navigate|Search|Params|Location|Match|Matches|LoaderData|RouteContext|Blocker|CanGoBack)\b/
  expect(pages.length).toBeGreaterThan(5)
  expect(pages.filter((file) => hooks.test(texts.get(file) ?? ''))).toEqual([])
})

test('pages in tabs take what they need from their tab: the hooks of a route fail once another page is shown', () => {
  const tabs = files.filter((file) => /addTab: true/.test(texts.get(file) ?? ''))
  const hooks = /\bRoute\.use[A-Z]|\buse(RouterState|Search|Params|Location|Match|LoaderData|RouteContext|Blocker)\(/
  expect(tabs.length).toBeGreaterThan(1)
  expect(tabs.filter((file) => hooks.test(texts.get(file) ?? ''))).toEqual([])
})

test('browser code takes only types from server files, unless a server function calls them', () => {
  const isServer = (path: string) => path.endsWith('.server.ts')
  const mayCall = (from: string) =>
    isServer(from) || from.endsWith('.functions.ts') || ['app/server.ts', 'app/router.tsx'].includes(from)
  expect(offenders((one) => !one.typeOnly && isServer(one.to) && !mayCall(one.from))).toEqual([])
})

test('route files are wiring: forty lines at the most', () => {
  const long = files.filter(
    (file) =>
      file.startsWith('app/routes/') && !file.endsWith('__root.tsx') && (texts.get(file) ?? '').split('\n').length > 41,
  )
  expect(long).toEqual([])
})

test('no file is longer than 350 lines, no barrel, no export of what stands elsewhere, no default export where no tool demands one', () => {
  expect(files.filter((file) => (texts.get(file) ?? '').split('\n').length > 350)).toEqual([])
  expect(files.filter((file) => /^export (type )?(\{|\*)/m.test(texts.get(file) ?? ''))).toEqual([])
  expect(files.filter((file) => /\/index\.tsx?$/.test(file) && !file.startsWith('app/routes/'))).toEqual([])
  expect(files.filter((file) => file !== 'app/server.ts' && /^export default/m.test(texts.get(file) ?? ''))).toEqual([])
})

test('every page of the back office asks for its node, and names it', () => {
  // The menu is the permission of a frame. A runtime resource has its node in the database. The profile page is for
  // every user of the back office. The last one is no page: it leads to one.
  const others = ['iframe/$url.tsx', '$.tsx', 'routine/adminInfo.tsx', 'auth/admin.tsx'].map(
    (name) => `app/routes/admin/_shell/${name}`,
  )
  expect(texts.get(others[1] ?? '')).toContain('runtimePageGuard(')
  const pages = files.filter((file) => file.startsWith('app/routes/admin/_shell/') && !others.includes(file))
  expect(pages.length).toBeGreaterThan(1)
  for (const page of pages) {
    const text = texts.get(page) ?? ''
    // `listRoute` guards the node and names it.
    const key = /\.\.\.listRoute\('([^']+)'\)/.exec(text)?.[1]
    if (key !== undefined) {
      const menu = isRegistered(key) && registry[key].menu
      expect(page, key).toBe(`app/routes/admin/_shell/${menu}.tsx`)
      continue
    }
    const node = /nodeGuard\('([^']+)'\)/.exec(text)?.[1]
    expect(node, page).toBeDefined()
    expect(text, page).toContain(`node: '${node}'`)
  }
})

test('escape hatches of the type system are not used', () => {
  const hatch = /\bas any\b|: any\b|<any>|@ts-(ignore|expect-error|nocheck)/
  expect(files.filter((file) => hatch.test(texts.get(file) ?? ''))).toEqual([])
})

/** What may surround an import in the browser: it asks for code only while the server can be reached. */
const GATED =
  /(?:keptCode|lazyModule|lazyPart|lazyDialog|lazyControl|lazyComponent)\(\s*(?:async )?\(\) =>\s*(?:\(await )?$/

test('browsers ask for code on demand only while the server can be reached: a failed import would never work again', () => {
  const raw = files
    .filter((file) => !/\.server\.tsx?$/.test(file))
    .flatMap((file) => {
      const text = texts.get(file) ?? ''
      const found = [...text.matchAll(/(?<!typeof )\bimport\(/g)]
      return found.flatMap(({ index }) => (GATED.test(text.slice(Math.max(0, index - 200), index)) ? [] : [file]))
    })
  expect(raw).toEqual([])
})
