import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { findRuntimeResource } from '#src/features/resources/runtime-resource.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { id } from '#src/lib/number-rules.ts'
import type { Field, Option } from '#src/resource/description.ts'
import { optionsOf } from '#src/resource/field-traits.ts'
import type { FieldValue } from '#src/resource/field-value.ts'
import { type FilterTree, filterTree } from '#src/resource/filter-tree.ts'
import { labelText } from '#src/resource/label.ts'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import type { RegisteredResource } from '#src/server/crud/resource-registry.server.ts'
import { seenBy } from '#src/server/crud/seen-by.server.ts'
import { labelsAnswer } from '#src/server/endpoint/answer-parts.server.ts'
import { knownAs } from '#src/server/endpoint/known-as.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { listRows, listTotal } from '#src/server/list/list.server.ts'
import { listGroups } from '#src/server/list/list-groups.server.ts'
import { parseListQuery } from '#src/server/list/list-query.server.ts'
import { installedModules } from './installed.server.ts'
import { type ModulePanel, uid } from './manifest.schema.ts'

/** Which panel is asked for. */
export const panelQuery = v.object({ uid, key: v.pipe(v.string(), v.maxLength(20)) })

/** A panel of a module on the dashboard, without its data. The title is in the language of the request. */
export const panelEntry = v.strictObject({
  uid: v.string(),
  key: v.string(),
  kind: v.picklist(['number', 'list', 'groups']),
  title: v.string(),
  /** How many rows or groups it has at most. */
  lines: v.number(),
})

const value = knownAs<FieldValue>(v.unknown())
const common = {
  /** The menu of the list that it is about, and the filter that shows the same rows there. */
  menu: v.string(),
  filter: knownAs<FilterTree | null>(v.unknown()),
}

export const panelAnswer = v.variant('kind', [
  v.strictObject({ kind: v.literal('number'), ...common, total: v.number(), estimated: v.boolean() }),
  v.strictObject({
    kind: v.literal('list'),
    ...common,
    fields: v.array(knownAs<Field>(v.looseObject({ name: v.string(), type: v.string() }))),
    rows: v.array(v.strictObject({ id, values: v.array(value) })),
    labels: labelsAnswer,
  }),
  v.strictObject({
    kind: v.literal('groups'),
    ...common,
    field: v.string(),
    groups: v.array(
      v.strictObject({
        /** null: the rows without a value. */
        value: v.nullable(v.union([v.string(), v.number()])),
        label: v.string(),
        tone: v.nullable(v.picklist(['neutral', 'accent', 'success', 'warning', 'danger'])),
        count: v.number(),
      }),
    ),
  }),
])
type Groups = Extract<PanelData, { kind: 'groups' }>['groups']
type PanelData = v.InferOutput<typeof panelAnswer>
type PanelOf<K extends ModulePanel['kind']> = Extract<ModulePanel, { kind: K }>

/** The panels of installed modules whose lists the actor may read. One whose resource is gone is left out. */
export async function panelsFor(db: Db, actor: Actor): Promise<v.InferOutput<typeof panelEntry>[]> {
  const entries: v.InferOutput<typeof panelEntry>[] = []
  for (const { uid, manifest } of await installedModules(db)) {
    for (const panel of manifest.panels ?? []) {
      const found = await findRuntimeResource(db, { key: panel.resource })
      if (!found || !can(actor, found.nodes.index)) continue
      const { key, kind, title } = panel
      entries.push({ uid, key, kind, title: title[getLocale()], lines: linesOf(panel, found) })
    }
  }
  return entries
}

function linesOf(panel: ModulePanel, { resource }: RegisteredResource): number {
  if (panel.kind === 'number') return 2
  if (panel.kind === 'list') return panel.rows
  const field = resource.fields.get(panel.by)
  return Math.min((field && groupOptions(field)?.length) ?? 2, MOST_GROUPS)
}

/** The values of a field of which a row has one. Undefined for other fields. */
function groupOptions(field: Field): readonly Option[] | undefined {
  return 'multiple' in field && field.multiple ? undefined : optionsOf(field)
}

/** Groups that a panel shows before it is asked for all. Of more options, those without rows are left out. */
const MOST_GROUPS = 12

/** The panel with this key, and the resource as the actor sees it. @throws AppError 404, 403 */
export async function findPanel(db: Db, actor: Actor, asked: v.InferOutput<typeof panelQuery>) {
  const manifest = (await installedModules(db)).find((one) => one.uid === asked.uid)?.manifest
  const panel = manifest?.panels?.find(({ key }) => key === asked.key)
  const found = panel && (await findRuntimeResource(db, { key: panel.resource }))
  if (!panel || !found) throw new AppError(404, m.part_panelGone())
  if (!can(actor, found.nodes.index)) throw new AppError(403)
  return { panel, resource: seenBy(found, actor).resource }
}

/**
 * What a panel shows, read as the list of its resource is read for this actor.
 * @throws AppError 400 for a filter or a field that the resource does not know
 */
export async function panelData(
  db: Db,
  actor: Actor,
  { panel, resource }: Awaited<ReturnType<typeof findPanel>>,
): Promise<PanelData> {
  const { menu } = resource.description
  const query = queryOf(panel)
  const common = { menu, filter: panel.filter ? (v.parse(filterTree, JSON.parse(panel.filter)) ?? null) : null }
  switch (panel.kind) {
    case 'number': {
      const { total, totalEstimated = false } = await listTotal(db, resource, actor, query)
      return { kind: 'number', ...common, total, estimated: totalEstimated }
    }
    case 'list': {
      const fields = panel.fields.map((name) => readField(resource, name))
      const { list, labels } = await listRows(db, resource, actor, query)
      return {
        kind: 'list',
        ...common,
        fields,
        // Seam: the decoder of a field gives a value of its type.
        rows: list.map((row) => ({ id: row.id, values: fields.map(({ name }) => (row[name] ?? null) as FieldValue) })),
        labels: Object.fromEntries(Object.entries(labels).filter(([name]) => panel.fields.includes(name))),
      }
    }
    case 'groups':
      return { kind: 'groups', ...common, field: panel.by, groups: await groupsOf(db, actor, resource, panel) }
  }
}

/** The query of the list that the panel shows a part of. */
function queryOf(panel: ModulePanel) {
  const params = new URLSearchParams({ count: 'auto' })
  if (panel.filter) params.set('filter', panel.filter)
  if (panel.kind === 'list') {
    params.set('count', 'none')
    params.set('limit', String(panel.rows))
    if (panel.order) params.set('order', panel.order)
  }
  return parseListQuery(params)
}

type Shown = RegisteredResource['resource']

function readField(resource: Shown, name: string): Field {
  const field = resource.fields.get(name)
  if (!field || !resource.listPlan.fields.some((one) => one.name === name))
    throw new AppError(400, m.error_queryField({ field: name }))
  return field
}

/** The rows by the options of a field, in the order of the options. Then values that are no options, and none. */
async function groupsOf(db: Db, actor: Actor, resource: Shown, panel: PanelOf<'groups'>): Promise<Groups> {
  const field = readField(resource, panel.by)
  const options = groupOptions(field)
  if (!options) throw new AppError(400, m.error_queryField({ field: panel.by }))
  const counts = await listGroups(db, resource, actor, queryOf(panel), panel.by)
  const groups: Groups = options.flatMap(({ value, label, tone = null, retired }) => {
    const count = counts.get(value) ?? 0
    counts.delete(value)
    if (count === 0 && (retired || options.length > MOST_GROUPS)) return []
    return [{ value, label: labelText(label), tone, count }]
  })
  for (const [value, count] of counts) {
    const text = typeof value === 'number' || typeof value === 'string' ? value : ''
    const none = text === ''
    groups.push({ value: none ? null : text, label: none ? m.part_panelNone() : String(text), tone: null, count })
  }
  return groups
}
