import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { quoted } from '#src/db/statement.server.ts'
import type { Design, DesignChange } from '#src/features/generator/design.schema.ts'
import { generate, removeGenerated } from '#src/features/generator/generate.server.ts'
import { prepareDesign, tokenOf, type Wanted } from '#src/features/generator/prepare-design.server.ts'
import { goneName } from '#src/features/generator/steps.server.ts'
import { countOf, type StoredDesign, storedDesign } from '#src/features/generator/stored-design.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { descriptionSchema, type RuntimeDescription } from '#src/resource/description-schema.ts'
import { labelText, pluralLabel } from '#src/resource/label.ts'
import type { ModuleManifest } from '../manifest.schema.ts'
import { type Applying, choose, iconName } from './applying.server.ts'

type Resource = NonNullable<ModuleManifest['resources']>[number]

/** The description of a resource of a manifest. */
export function descriptionOf({ description }: Resource): RuntimeDescription {
  // Seam: the description was checked when the archive came.
  return description as RuntimeDescription
}

/** The key of a resource of a manifest. */
export function resourceKeyOf(resource: Resource): string {
  return descriptionOf(resource).key
}

/** Makes the screens that are new, and changes those that the new version has otherwise. */
export async function applyResources(on: Applying): Promise<void> {
  const earlier = new Map(on.before?.resources?.map((one) => [resourceKeyOf(one), one]))
  for (const resource of on.after.resources ?? []) {
    const old = earlier.get(resourceKeyOf(resource))
    const stored = old && (await storedDesign(on.by.tx, resourceKeyOf(resource), true))
    if (old && stored) await changeScreen(on, old, resource, stored)
    else await addScreen(on, resource)
  }
}

/** Removes the screens that the new version lacks. Their rows are put aside, and come back with the version before. */
export async function removeResources(on: Applying): Promise<void> {
  const kept = new Set(on.after.resources?.map(resourceKeyOf))
  for (const resource of on.before?.resources?.toReversed() ?? []) {
    if (kept.has(resourceKeyOf(resource))) continue
    const stored = await storedDesign(on.by.tx, resourceKeyOf(resource), true)
    if (!stored) continue
    const rows = await countOf(on.by.tx, stored.design.tableName)
    const { id } = await removeGenerated(on.by, { key: resourceKeyOf(resource), version: stored.version, table: true })
    on.made.generations.push(id)
    on.steps.push({
      kind: 'resource',
      text: m.modules_stepScreenGoes({ title: titleOf(stored.design) }),
      ...(rows > 0 ? { effect: m.modules_effectRows({ count: rows }) } : {}),
      loss: rows > 0,
    })
  }
}

async function addScreen(on: Applying, resource: Resource): Promise<void> {
  const design = designOf(on.uid, resource, new Set())
  const kept = await keptTable(on, design.tableName)
  const { design: made } = await make(on, { design, base: null })
  if (!kept) on.fresh.add(resourceKeyOf(resource))
  on.steps.push({
    kind: 'resource',
    text: m.modules_stepScreen({ title: titleOf(made), table: design.tableName }),
    ...(kept ? { effect: m.modules_effectKept() } : {}),
    loss: false,
  })
}

/** Whether the screen takes over the table of an earlier installation. */
async function keptTable(on: Applying, tableName: string): Promise<boolean> {
  const { tx } = on.by
  const { rows } = await tx.execute<{ there: boolean }>(
    sql`select to_regclass(${`public.${tableName}`}) is not null as there`,
  )
  if (!rows[0]?.there) return false
  const way = choose(on, {
    id: `table:${tableName}`,
    text: m.modules_conflictTable({ table: tableName, count: await countOf(tx, tableName) }),
    ways: [
      { value: 'rows', label: m.modules_wayRows() },
      { value: 'empty', label: m.modules_wayEmpty() },
    ],
  })
  if (way === 'rows') return true
  const aside = goneName(await tokenOf(tx, tableName), tableName)
  const statement = `alter table ${quoted(tableName)} rename to ${quoted(aside)}`
  on.sql.push(statement)
  await tx.execute(sql.raw(statement))
  return false
}

async function changeScreen(on: Applying, old: Resource, resource: Resource, stored: StoredDesign): Promise<void> {
  const key = resourceKeyOf(resource)
  const known = new Set(stored.design.description.fields.map(({ name }) => name))
  const [was, is] = [designOf(on.uid, old, new Set()), designOf(on.uid, resource, known)]
  if (isDeepStrictEqual(was, designOf(on.uid, resource, new Set()))) return
  const touched = !isDeepStrictEqual(plain(was), plain(stored.design))
  const way = touched
    ? choose(on, {
        id: `resource:${key}`,
        text: m.modules_conflictScreen({ title: titleOf(stored.design) }),
        ways: [
          { value: 'site', label: m.modules_waySite() },
          { value: 'module', label: m.modules_wayModule() },
        ],
      })
    : 'module'
  if (way === 'site') return
  const title = titleOf(stored.design)
  const { changes } = await make(on, { design: is, base: { key, version: stored.version } })
  for (const { text, effect, loss } of changes)
    on.steps.push({
      kind: 'resource',
      text: m.modules_stepChange({ title, text }),
      ...(effect === undefined ? {} : { effect }),
      loss,
    })
}

async function make(on: Applying, wanted: Wanted): Promise<{ design: Design; changes: DesignChange[] }> {
  const { plan } = await prepareDesign(on.by.tx, wanted)
  on.sql.push(...plan.up)
  const made = await generate(on.by, { ...wanted, plan: plan.digest })
  on.made.generations.push(made.id)
  return { design: made.design, changes: plan.changes }
}

/** What the site may have changed of a screen. */
function plain({ scopeField, description, columns }: Wanted['design']) {
  const unique = Object.entries(columns).flatMap(([name, column]) => (column.unique ? [name] : []))
  return { scopeField, description: v.parse(descriptionSchema, description), unique: unique.sort() }
}

/** The design of a resource. Where a field comes from counts only if that field is there. */
function designOf(uid: string, { icon, columns, ...resource }: Resource, known: ReadonlySet<string>): Wanted['design'] {
  const kept = Object.entries(columns).map(([name, { from, ...rest }]) => {
    const comes = typeof from === 'string' && known.has(from) && !known.has(name)
    return [name, comes ? { ...rest, from } : rest] as const
  })
  return { ...resource, icon: iconName(uid, icon), columns: Object.fromEntries(kept) }
}

function titleOf({ description }: Design): string {
  return labelText(pluralLabel(description))
}
