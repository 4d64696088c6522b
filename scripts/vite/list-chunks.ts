import { basename, extname } from 'node:path'
import type { Rolldown } from 'vite'

type Context = Rolldown.ChunkingContext

/** The parts of routes that a browser loads for a page, by the people who see them. */
const routes = {
  shell: /\/routes\/admin\/_shell\.tsx\?tsr-split=component/,
  rows: /\/routes\/admin\/_shell\/baseInfo\/subject\.tsx\?tsr-split=component/,
  tree: /\/routes\/admin\/_shell\/baseInfo\/organization\.tsx\?tsr-split=component/,
  member: /\/routes\/(user|center)\/_shell[^?]*\?tsr-split=component|\/app\/member-pages\/\w+\.tsx$/,
  login: /\/routes\/(admin|user)\/login\.tsx\?tsr-split=component/,
  site: /\/routes\/(index|401|404)\.tsx\?tsr-split=component/,
  page: /\/routes\/[^?]+\?tsr-split=component|\/app\/member-pages\/\w+\.tsx$/,
}

/** What loads early (`warm` in `src/ui/lazy.tsx`): the form of a row, and what opens beside a list. */
const form =
  /\/src\/(crud\/row\/row-form\.tsx|ui\/dialog-parts\.tsx|crud\/form\/use-form-values\.ts|crud\/fields\/(area|multi-select|relation|rows)-field\.tsx)$/
const tools =
  /\/src\/(ui\/(menu|drawer)-parts|crud\/(row\/(row-deletion|details-dialog)|history\/history-dialog|views\/view-list|query\/filter-panel|export\/transfer)|layout\/(config\/layout-drawer|palette\/palette-dialog))\.tsx$/

/** Code of ours and packages that are used whole. Of other packages only parts are used: the bundler places them. */
const whole =
  /\/(app|src)\/(?!i18n\/paraglide\/)[^?]+\.tsx?(\?tsr-split=.*)?$|\/@tanstack\/(start-client-core|react-table|table-core)\//
/**
 * Parts of packages whose other parts every page loads, so that the imports do not tell who needs them: what all
 * controls that open consist of, queries of several pages, and what only a form needs.
 */
const parts = {
  machines:
    /\/@ark-ui\/react\/dist\/_virtual\/|\/@zag-js\/(core\/dist\/(?!merge-props)|dom-query\/dist\/(?!shared)|react\/|types\/|utils\/dist\/(array|equal|object|warning)\.)/,
  queries:
    /\/@tanstack\/(react-query|query-core)\/.*\/(useInfiniteQuery|infiniteQueryObserver|useQueries|queriesObserver)\.js$/,
  form: /\/@tanstack\/(store\/dist\/store|react-store\/dist\/useStore)\.js$|\/@zag-js\/auto-resize\/|\/field\/field-textarea\.js$/,
}
/** Parts of packages that most pages load after the first script: what asks for data, and what inputs consist of. */
const basic = {
  hooks:
    /\/@tanstack\/.*\/(queryObserver|use(Base|Suspense)?Query|suspense|IsRestoringProvider|QueryErrorResetBoundary|errorBoundaryUtils|useRouterState)\.js$/,
  inputs:
    /\/@ark-ui\/react\/dist\/(components\/(factory|field\/(field-input|use-field-context))|utils\/(create-context|compose-refs))\.js$|\/@zag-js\/(utils\/dist\/(guard|functions)|core\/dist\/merge-props)\.mjs$/,
  fields:
    /\/@ark-ui\/react\/dist\/(components\/(field\/(field-(root|label|helper-text|error-text)|use-field|field\.anatomy)|fieldset\/use-fieldset-context)|providers\/environment\/use-environment-context|utils\/(use-safe-layout-effect|create-split-props))\.js$|\/@zag-js\/(anatomy\/dist\/create-anatomy|dom-query\/dist\/shared)\.mjs$/,
}
/** Messages and icons: each is a module, and reached by its name through a file of all. */
const single = /\/i18n\/paraglide\/messages\/(?!_)\w+\.js$|\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/

/**
 * Names the file of a module that every list of the back office loads: one for what only lists need, one for what the
 * member center needs too, one for what the sign-in needs too, one for what the public pages need too, one for what
 * every page needs. One more has what the public pages and the sign-in share. Then that of a module that lists load
 * early: one for what only forms need, and one for what they share with each of: the tools beside a list, the member
 * center, the sign-in, these two. One for what several tools share. By default the bundler makes a file of each part
 * that has another importer: some two hundred small files, which compress worse and arrive one after the other.
 */
export function listChunks(): Rolldown.CodeSplittingNameFunction {
  let users: Users | undefined
  return (id, context) => {
    users ??= usersOfModules(id, context)
    return firstFile(id, users) ?? partOf(id, users) ?? basicFile(id) ?? earlyFile(id, users)
  }
}

type Users = ReturnType<typeof usersOfModules>

function firstFile(id: string, users: Users) {
  const { shell, rows, tree, member, login, site, forms } = users
  if (!whole.test(id) && !single.test(id)) return null
  if (!shell.has(id) && !(rows.has(id) && tree.has(id))) {
    if (site.has(id) && login.has(id) && !forms.has(id)) return 'visitor'
    return single.test(id) ? wordsFile(id, users) : null
  }
  if (site.has(id)) return login.has(id) ? 'common' : 'open'
  if (login.has(id)) return 'both'
  return member.has(id) ? 'frame' : 'list'
}

/** The file of the words and icons that several pages load: each would be a file of a line. */
function wordsFile(id: string, { login, site, lists, forms, each, isAlone }: Users) {
  if (login.has(id) || site.has(id) || lists.has(id) || forms.has(id)) return null
  return !each.some((tool) => tool.has(id)) && isAlone(id) ? 'words' : null
}

function partOf(id: string, { forms }: Users) {
  if (!forms.has(id)) return null
  return Object.entries(parts).find(([, part]) => part.test(id))?.[0] ?? null
}

const basicFile = (id: string) => Object.entries(basic).find(([, part]) => part.test(id))?.[0] ?? null

function earlyFile(id: string, { lists, sites, logins, members, forms, each }: Users) {
  if (lists.has(id) || sites.has(id)) return null
  if (logins.some((login) => login.has(id))) {
    if (!forms.has(id) || !logins.every((login) => login.has(id))) return null
    return members.has(id) ? 'fields' : 'entry'
  }
  if (members.has(id)) return forms.has(id) ? 'controls' : null
  const count = each.filter((tool) => tool.has(id)).length
  if (forms.has(id)) return count > 0 ? 'over' : 'form'
  return count > 1 ? 'tools' : null
}

/** The modules that each kind of page loads. */
function usersOfModules(id: string, context: Context) {
  const all = everyModule(id, context)
  const ones = new Map([...all].filter((one) => single.test(one)).map((one) => [fileName(one), one]))
  const names = new Map<string, string[]>()
  const namesOf = (one: string) => {
    const known = names.get(one) ?? namesIn(context.getModuleInfo(one)?.code ?? '')
    names.set(one, known)
    return known
  }
  const loaded = (route: RegExp | string) => {
    const modules = reached(typeof route === 'string' ? [route] : [...all].filter((one) => route.test(one)), (at) =>
      (context.getModuleInfo(at)?.importedIds ?? []).filter((one) => whole.test(one)),
    )
    const named = [...modules].flatMap(namesOf)
    return new Set([...modules, ...named.flatMap((name) => ones.get(name) ?? [])])
  }
  // Packages count too. The files of all messages and of all icons do not: they lead to each of them.
  const deep = (ids: readonly string[]) => {
    const modules = reached(ids, (at) =>
      (context.getModuleInfo(at)?.importedIds ?? []).filter((one) => !catalogue.test(one)),
    )
    const named = [...modules].flatMap(namesOf)
    return new Set([...modules, ...named.flatMap((name) => ones.get(name) ?? [])])
  }
  // By module: what loads it on demand. Modules of the same ones come in one file.
  const loaders = new Map<string, string[]>()
  for (const part of [...all].filter((one) => context.getModuleInfo(one)?.dynamicImporters.length))
    for (const one of loaded(part)) loaders.set(one, [...(loaders.get(one) ?? []), part])
  const withCode = new Set([...loaders].flatMap(([one, by]) => (single.test(one) ? [] : by.join(' '))))
  /** Whether a page and something else load a module, and no code that would come in one file with it. */
  const isAlone = (one: string) => {
    const by = loaders.get(one) ?? []
    return by.length > 1 && by.some((part) => routes.page.test(part)) && !withCode.has(by.join(' '))
  }
  const matching = (...kinds: readonly RegExp[]) => [...all].filter((one) => kinds.some((kind) => kind.test(one)))
  return {
    lists: deep(matching(routes.shell, routes.rows, routes.tree)),
    sites: deep(matching(routes.site)),
    logins: matching(routes.login).map((one) => deep([one])),
    members: deep(matching(routes.member)),
    forms: deep(matching(form)),
    each: matching(tools).map((one) => deep([one])),
    shell: loaded(routes.shell),
    rows: loaded(routes.rows),
    tree: loaded(routes.tree),
    member: loaded(routes.member),
    login: loaded(routes.login),
    site: loaded(routes.site),
    isAlone,
  }
}

/** The files of the messages and icons that a module names. */
function namesIn(code: string): string[] {
  const messages = [...code.matchAll(/\bm\.([a-z]\w*)/g)].map(([, key = '']) => {
    const capitals = key.match(/[A-Z]/g)?.length ?? ''
    return `${key.toLowerCase()}${capitals}`
  })
  const icons = [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) =>
      name
        .replace(/\bas\b.*/, '')
        .trim()
        .replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[a-z])(?=\d)/g, '-')
        .toLowerCase(),
    ),
  )
  return [...messages, ...icons]
}

const fileName = (id: string): string => basename(id, extname(id))

const catalogue =
  /\/i18n\/paraglide\/messages(\/_index)?\.js$|\/lucide-react\/dist\/esm\/(lucide-react|icons\/index)\.mjs$/

/** All modules that are connected with a module by imports of any kind, in both directions. */
function everyModule(id: string, context: Context): ReadonlySet<string> {
  return reached([id], (at) => {
    const info = context.getModuleInfo(at)
    return info
      ? [...info.importers, ...info.dynamicImporters, ...info.importedIds, ...info.dynamicallyImportedIds]
      : []
  })
}

function reached(ids: readonly string[], next: (id: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set(ids)
  for (const id of found) for (const one of next(id)) found.add(one)
  return found
}
