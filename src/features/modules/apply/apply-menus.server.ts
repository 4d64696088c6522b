import { and, eq, inArray, like, or, type SQL } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { rule } from '#src/db/identity.table.server.ts'
import { addMenu } from '#src/features/resources/runtime-write.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { labelText } from '#src/resource/label.ts'
import { modulePageComponent } from '#src/resource/runtime-component.ts'
import type { ModuleManifest } from '../manifest.schema.ts'
import { descriptionOf } from './apply-resources.server.ts'
import { type Applying, iconName } from './applying.server.ts'

type Entry = {
  name: string
  title: { 'zh-cn': string; en: string }
  icon?: string | undefined
  kind: 'menu' | 'page'
}

/** Adds the directories, or the pages, that are new, and renames those that the module has renamed. */
export async function applyMenus(on: Applying, what: Entry['kind']): Promise<void> {
  const { tx } = on.by
  const earlier = new Map(on.before ? entriesOf(on.before).map((one) => [one.name, one]) : [])
  for (const entry of entriesOf(on.after).filter((one) => one.kind === what)) {
    const { name, title, kind } = entry
    const old = earlier.get(name)
    const shown = labelText(title)
    if (old?.kind === kind) {
      await follow(on, old, entry)
      continue
    }
    await addMenu(tx, {
      type: kind === 'page' ? 'menu' : 'menu_dir',
      name,
      title: title['zh-cn'],
      titleEn: title.en,
      icon: iconName(on.uid, entry.icon),
      ...(kind === 'page' ? { component: modulePageComponent(name) } : {}),
    })
    const text = kind === 'page' ? m.modules_stepPage({ title: shown }) : m.modules_stepMenu({ title: shown })
    on.steps.push({ kind, text, loss: false })
  }
}

/** Removes the directories and pages that the new version lacks. Screens that stand in them come one level up. */
export async function removeMenus(on: Applying): Promise<void> {
  const kept = new Set(entriesOf(on.after).map(({ name }) => name))
  for (const { name, title, kind } of on.before ? entriesOf(on.before).toReversed() : []) {
    if (kept.has(name)) continue
    await dropMenus(on.by.tx, [name])
    on.steps.push({ kind, text: m.modules_stepMenuGoes({ title: labelText(title) }), loss: false })
  }
}

/** Removes all directories and pages of a module. */
export async function removeAllMenus(tx: Db, manifest: ModuleManifest): Promise<void> {
  for (const { name } of entriesOf(manifest).toReversed()) await dropMenus(tx, [name])
}

/** Everything of a module in the menu: its directories, pages and screens with their buttons. */
export function rulesOf(uid: string): SQL | undefined {
  return and(eq(rule.area, 'admin'), or(eq(rule.name, uid), like(rule.name, `${uid}/%`)))
}

async function dropMenus(tx: Db, names: string[]): Promise<void> {
  const those = and(eq(rule.area, 'admin'), inArray(rule.name, names), eq(rule.builtIn, false))
  const gone = await tx.select({ id: rule.id, pid: rule.pid }).from(rule).where(those)
  // Somebody may have moved a menu of the site in here.
  for (const { id, pid } of gone) await tx.update(rule).set({ pid }).where(eq(rule.pid, id))
  await tx.delete(rule).where(those)
}

/** A menu that nobody has renamed here gets the title and the icon of the new version. */
async function follow({ uid, by }: Applying, old: Entry, entry: Entry): Promise<void> {
  const [was, is] = [shownOf(uid, old), shownOf(uid, entry)]
  if (JSON.stringify(was) === JSON.stringify(is)) return
  await by.tx
    .update(rule)
    .set(is)
    .where(
      and(
        eq(rule.area, 'admin'),
        eq(rule.name, entry.name),
        eq(rule.title, was.title),
        eq(rule.titleEn, was.titleEn),
        eq(rule.icon, was.icon),
      ),
    )
}

function shownOf(uid: string, { title, icon }: Entry) {
  return { title: title['zh-cn'], titleEn: title.en, icon: iconName(uid, icon) }
}

/** The directories and pages of a module, those above others first. Without a directory of its own, it gets one. */
function entriesOf({ uid, title, icon, menus = [], pages = [], resources = [] }: ModuleManifest): Entry[] {
  const screens = resources.map((resource) => descriptionOf(resource).menu)
  const names = [...[...menus, ...pages].map(({ name }) => name), ...screens]
  const below = names.some((name) => name.startsWith(`${uid}/`)) && !names.includes(uid)
  const entries: Entry[] = [
    ...(below ? [{ name: uid, title, icon, kind: 'menu' as const }] : []),
    ...menus.map((one): Entry => ({ ...one, kind: 'menu' })),
    ...pages.map(({ content: _content, ...one }): Entry => ({ ...one, kind: 'page' })),
  ]
  return entries.toSorted((one, other) => one.name.split('/').length - other.name.split('/').length)
}
