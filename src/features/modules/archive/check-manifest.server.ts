import semver from 'semver'
import * as v from 'valibot'
import type { Design } from '#src/features/generator/design.schema.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { descriptionSchema } from '#src/resource/description-schema.ts'
import { fieldErrors } from '#src/resource/form-schema.ts'
import { allNodes, verbNodes } from '#src/resource/registry.ts'
import type { ModuleManifest } from '../manifest.schema.ts'
import { configProblems } from './check-config.server.ts'
import { designProblems } from './check-design.server.ts'
import { reminderProblems } from './check-reminders.server.ts'
import { panelProblems, seedProblems } from './check-rows.server.ts'
import { type Complain, isOwn, placed } from './complain.ts'
import type { ModuleFile } from './module-content.server.ts'
import { shownName } from './module-limits.ts'
import { reservedUids } from './reserved.server.ts'

/** How many problems are named. */
const MOST = 20

/**
 * What is wrong with a module, as far as its manifest and its files say it: names that are not its own, and names of
 * nothing. Empty for a module that may be installed where its needs are met.
 */
export function manifestProblems(manifest: ModuleManifest, files: readonly ModuleFile[]): string[] {
  const problems: string[] = []
  const complain: Complain = (place, text) => problems.push(placed(place, text))
  checkFacts(manifest, complain)
  const designs = checkResources(manifest, complain)
  checkNames(manifest, complain)
  checkRoles(manifest, designs, complain)
  configProblems(manifest, [...designs.keys()], complain)
  panelProblems(manifest, designs, complain)
  reminderProblems(manifest, designs, complain)
  seedProblems(manifest, designs, complain)
  checkFiles(manifest, files, complain)
  return [...new Set(problems)].slice(0, MOST)
}

function checkFacts(
  { uid, version, product, needs = {}, excludes = {}, changes = [] }: ModuleManifest,
  complain: Complain,
) {
  if (reservedUids.has(uid)) complain('uid', m.module_uidTaken({ uid }))
  const isVersion = (place: string, text: string) => {
    if (semver.valid(text) === null) complain(place, m.module_noVersion({ version: text }))
  }
  const isRange = (place: string, text: string) => {
    if (semver.validRange(text) === null) complain(place, m.module_noRange({ range: shownName(text) }))
  }
  isVersion('version', version)
  changes.forEach((change, at) => {
    isVersion(`changes.${at}.version`, change.version)
  })
  if (product !== undefined) isRange('product', product)
  for (const [name, others] of Object.entries({ needs, excludes })) {
    for (const [other, range] of Object.entries(others)) {
      isRange(`${name}.${other}`, range)
      if (other === uid) complain(`${name}.${other}`, m.module_itself())
    }
  }
  for (const other of Object.keys(needs).filter((one) => Object.hasOwn(excludes, one)))
    complain(`excludes.${other}`, m.module_needed({ uid: other }))
}

/** The resources with a description that is one, by key. */
function checkResources(manifest: ModuleManifest, complain: Complain): Map<string, Design> {
  const designs = new Map<string, Design>()
  manifest.resources?.forEach((given, at) => {
    const place = `resources.${at}`
    const read = v.safeParse(descriptionSchema, given.description)
    if (!read.success) {
      for (const [path, [text = '']] of Object.entries(fieldErrors(read.issues)).slice(0, MOST))
        complain(`${place}.description${path === '' ? '' : `.${path}`}`, text)
      return
    }
    const design = { ...given, description: read.output }
    designProblems(manifest, design, [...designs.keys()], (path, text) => complain(`${place}.${path}`, text))
    if (designs.has(read.output.key)) complain(`${place}.description.key`, m.module_twice({ name: read.output.key }))
    designs.set(read.output.key, design)
  })
  return designs
}

type Named = { place: string; name: string }

function checkNames(manifest: ModuleManifest, complain: Complain) {
  const { uid, menus = [], pages = [], resources = [], roles = [], config, panels = [], reminders = [] } = manifest
  const named = (list: string, all: readonly { name: string }[]): Named[] =>
    all.map(({ name }, at) => ({ place: `${list}.${at}.name`, name }))
  const directories = [...named('menus', menus), ...named('pages', pages)]
  for (const { place, name } of directories)
    if (!isOwn(name, uid, '/')) complain(place, m.module_notOwn({ name, start: `${uid}/` }))
  const screens = resources.flatMap(({ description }, at): Named[] => {
    const read = v.safeParse(descriptionSchema, description)
    if (!read.success) return []
    const verbs = verbNodes(read.output).map(({ node }) => node)
    return [read.output.menu, ...verbs].map((name) => ({ place: `resources.${at}.description.menu`, name }))
  })
  const tables = resources.map(({ tableName }, at) => ({ place: `resources.${at}.tableName`, name: tableName }))
  const keys = (list: string, all: readonly { key: string }[]): Named[] =>
    all.map(({ key }, at) => ({ place: `${list}.${at}.key`, name: key }))
  const groups = [
    [...directories, ...screens],
    tables,
    keys('roles', roles),
    keys('panels', panels),
    keys('reminders', reminders),
    named('config.items', config?.items ?? []),
  ]
  for (const group of groups) {
    const seen = new Set<string>()
    for (const { place, name } of group) {
      // Settings and tables do not tell capital letters from small ones everywhere.
      const same = name.toLowerCase()
      if (seen.has(same)) complain(place, m.module_twice({ name }))
      seen.add(same)
    }
  }
}

function checkRoles(manifest: ModuleManifest, designs: ReadonlyMap<string, Design>, complain: Complain) {
  const { nodes = [], menus = [], pages = [], roles = [] } = manifest
  const product = new Set(allNodes())
  nodes.forEach((node, at) => {
    const ofOther = Object.keys(manifest.needs ?? {}).some((uid) => isOwn(node, uid, '/'))
    if (!product.has(node) && !ofOther) complain(`nodes.${at}`, m.module_noNode({ node }))
  })
  const own = [...designs.values()].flatMap(({ description }) => [
    description.menu,
    ...verbNodes(description).map(({ node }) => node),
  ])
  const known = new Set([...nodes, ...own, ...[...menus, ...pages].map(({ name }) => name)])
  roles.forEach((role, at) => {
    for (const node of role.nodes.filter((one) => !known.has(one)))
      complain(`roles.${at}.nodes`, m.module_noNode({ node }))
  })
}

function checkFiles(manifest: ModuleManifest, files: readonly ModuleFile[], complain: Complain) {
  const { icon, pictures = [], menus = [], pages = [], resources = [] } = manifest
  const there = new Set(files.map(({ path }) => path))
  const prefix = `module-${manifest.uid}-`
  const used = new Set<string>()
  const use = (place: string, name: string) => {
    used.add(name)
    if (!there.has(name)) complain(place, m.module_noFile({ name }))
  }
  pictures.forEach((name, at) => {
    use(`pictures.${at}`, name)
  })
  if (icon?.includes('.')) use('icon', icon)
  const icons = [
    { place: 'icon', name: icon },
    ...menus.map((one, at) => ({ place: `menus.${at}.icon`, name: one.icon })),
    ...pages.map((one, at) => ({ place: `pages.${at}.icon`, name: one.icon })),
    ...resources.map((one, at) => ({ place: `resources.${at}.icon`, name: one.icon })),
  ]
  for (const { place, name } of icons) {
    if (name?.startsWith(prefix)) use(place, `icons/${name.slice(prefix.length)}.svg`)
    else if (name?.startsWith('module-')) complain(place, m.module_noFile({ name: shownName(name) }))
  }
  for (const name of there) if (!used.has(name)) complain(name, m.module_unused())
}
