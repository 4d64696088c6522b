import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

// Who may import whom (design: app wires, features do, the kernel serves). The rules are checked on the source text.

type Import = { from: string; to: string; typeOnly: boolean }

const root = process.cwd()
const files = globSync(['app/**/*.{ts,tsx}', 'src/**/*.{ts,tsx}'], { cwd: root }).filter(
  (file) => !/routeTree\.gen|\/paraglide\//.test(file),
)
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))

function importsOf(file: string): Import[] {
  const found = (texts.get(file) ?? '').matchAll(
    /^(?:import|export)\s+(type\s)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gms,
  )
  return [...found].map(([, type, name = '']) => ({
    from: file,
    to: resolve(file, name),
    typeOnly: type !== undefined,
  }))
}

function resolve(file: string, name: string): string {
  if (name.startsWith('#')) return name.slice(1)
  return name.startsWith('.') ? relative(root, join(root, dirname(file), name)) : name
}

const imports = files.flatMap(importsOf)
const kernel = /^src\/(crud|layout|backend|server|db|lib|ui|i18n)\//
const show = ({ from, to }: Import) => `${from} → ${to}`
const offenders = (rule: (one: Import) => boolean) => imports.filter(rule).map(show)

test('the walk finds the imports it is about', () => {
  expect(imports.length).toBeGreaterThan(200)
  expect(imports.some((one) => one.to === 'src/server/api.server.ts')).toBe(true)
})

test('src imports nothing of app', () => {
  expect(offenders(({ from, to }) => from.startsWith('src/') && to.startsWith('app/'))).toEqual([])
})

test('lib imports nothing of ours but messages', () => {
  expect(offenders(({ from, to }) => from.startsWith('src/lib/') && /^src\/(?!lib\/|i18n\/)/.test(to))).toEqual([])
})

test('ui imports only lib and messages', () => {
  expect(offenders(({ from, to }) => from.startsWith('src/ui/') && /^src\/(?!ui\/|lib\/|i18n\/)/.test(to))).toEqual([])
})

test('the kernel imports no feature, but for the one list that mounts them', () => {
  const allowed = ['src/server/runtime.server.ts → src/features/mount.server.ts']
  expect(
    offenders(({ from, to }) => kernel.test(from) && to.startsWith('src/features/')).filter(
      (line) => !allowed.includes(line),
    ),
  ).toEqual([])
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
    /^src\/(server|backend)\//.test(from) ||
    from === 'app/server.ts' ||
    /\.api\.server\.ts$/.test(from) ||
    from === 'src/features/mount.server.ts'
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

test('no file is longer than 350 lines, no barrel, no default export where no tool demands one', () => {
  expect(files.filter((file) => (texts.get(file) ?? '').split('\n').length > 350)).toEqual([])
  expect(files.filter((file) => /\/index\.tsx?$/.test(file) && !file.startsWith('app/routes/'))).toEqual([])
  expect(files.filter((file) => file !== 'app/server.ts' && /^export default/m.test(texts.get(file) ?? ''))).toEqual([])
})

test('every page of the back office asks for its node, and names it', () => {
  // A frame's permission is the menu that leads to it, and has no node; a stored resource's node is stored with it; what
  // is about oneself is for everybody.
  const others = ['iframe/$url.tsx', '$.tsx', 'routine/adminInfo.tsx'].map((name) => `app/routes/admin/_shell/${name}`)
  expect(texts.get(others[1] ?? '')).toContain('runtimeResourceGuard(')
  const pages = files.filter((file) => file.startsWith('app/routes/admin/_shell/') && !others.includes(file))
  expect(pages.length).toBeGreaterThan(1)
  for (const page of pages) {
    const text = texts.get(page) ?? ''
    // What lists share guards the node and names it as well.
    if (/\.\.\.listRoute\('[^']+', /.test(text)) continue
    const node = /nodeGuard\('([^']+)'\)/.exec(text)?.[1]
    expect(node, page).toBeDefined()
    expect(text, page).toContain(`node: '${node}'`)
  }
})

test('escape hatches of the type system are not used', () => {
  const hatch = /\bas any\b|: any\b|<any>|@ts-(ignore|expect-error|nocheck)/
  expect(files.filter((file) => hatch.test(texts.get(file) ?? ''))).toEqual([])
})
