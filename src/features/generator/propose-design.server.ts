import { asc, eq } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { rule } from '#src/db/identity.table.server.ts'
import { resourceDescription } from '#src/features/resources/description.table.server.ts'
import { controllers } from '#src/features/resources/runtime-write.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { RuntimeDescription } from '#src/resource/description-schema.ts'
import { isRegistered } from '#src/resource/registry.ts'
import { apartName } from '#src/server/crud/base-columns.server.ts'
import { columnNameOf } from '#src/server/crud/column-name.server.ts'
import { registeredResources } from '#src/server/crud/resource-registry.server.ts'
import { type Adoption, adoption, isIndexed, keyColumn } from './adopt.server.ts'
import { baseIn, standsApart } from './base-columns.server.ts'
import type { Design } from './design.schema.ts'
import { readComment } from './dictionary.ts'
import { followersIn, followersOf } from './follow-key.server.ts'
import { both, fillsItself, looksSecret, proposeField, type RuntimeField, wholeLimits } from './propose-field.server.ts'
import { columnGiven, fieldNameOf, keyOf, tableTitle, titleFromName } from './propose-names.server.ts'
import { anyTitle, textTitle } from './propose-title.server.ts'
import { type Misfits, rowFit } from './row-fit.server.ts'
import { hasWholes, type ReadColumn, type ReadTable, rowIdIn } from './table-read.server.ts'

export type DesignNote = { column: string; text: string }
type Proposed = { design: Design; notes: DesignNote[] }

const MOST_FIELDS = 200
/** Lists show this many columns; users can choose the others. */
const SHOWN = 10

/** Proposes a screen for a table of other programs, with notes about what its columns need and what is left out. */
export async function proposeDesign(db: Db, table: ReadTable): Promise<Proposed> {
  const { key, menu } = await placeOf(db, table)
  const seen = withCodeResources(table)
  const notes: DesignNote[] = []
  const made = new Map<string, RuntimeField>()
  const fieldsOf: { column: string; field: RuntimeField }[] = []
  const columns: Design['columns'] = {}
  const idName = rowIdIn(table)
  const base = baseIn(table)
  const numbered = numberedKey(table)
  const followers = followersOf(table, key)
  let leftNeeded = false
  let secretNeeded = false
  for (const [place, column] of table.columns.entries()) {
    if (base.has(column.name) || column.name === idName || column.name === 'search_grams') {
      if (column.name === 'version' && !table.triggers.some(({ run }) => run === 'stamp_row'))
        notes.push({ column: column.name, text: m.crudTable_version() })
      continue
    }
    if (column.name === numbered || followers.some(({ id }) => id === column.name)) continue
    const follower = followers.find((one) => one.column === column.name && one.resource !== null)
    if (made.size === MOST_FIELDS) {
      notes.push({ column: column.name, text: m.crudTable_most() })
      continue
    }
    const name = fieldNameOf(column.name === 'id' ? 'own_id' : column.name, place + 1, new Set(made.keys()))
    const { field, note } = proposeField(column, name, seen, key, follower?.resource ?? undefined)
    if (note !== undefined) notes.push({ column: column.name, text: note })
    if (!field) {
      const isNeeded = !column.nullable && !fillsItself(column)
      leftNeeded ||= isNeeded
      secretNeeded ||= isNeeded && looksSecret(column)
      continue
    }
    if (follower) {
      const { id, table: there } = follower
      notes.push({ column: column.name, text: m.crudTable_follows({ table: there, column: column.name, id }) })
    }
    made.set(name, field)
    fieldsOf.push({ column: follower?.id ?? column.name, field })
    const isUnique = [table.primary, ...table.uniques.map((one) => one.columns)].some(
      (one) => one.length === 1 && one[0] === column.name,
    )
    columns[name] = { ...columnGiven(name, follower?.id ?? column.name), ...(isUnique ? { unique: true } : {}) }
  }
  const misfits = await rowFit(db, table, fieldsOf)
  const fits = fieldsOf.flatMap(({ column, field }) => {
    const read = table.columns.find(({ name }) => name === column)
    if (!read || field.type !== 'integer' || !misfits.strange.has(column)) return [fitted(field, read, misfits)]
    const isNeeded = !read.nullable && !fillsItself(read)
    notes.push({ column, text: isNeeded ? m.crudTable_needed({ why: m.crudTable_vast() }) : m.crudTable_vast() })
    leftNeeded ||= isNeeded
    delete columns[field.name]
    return []
  })
  const columnOf = (field: string) => columns[field]?.column ?? columnNameOf(field)
  const pointing = new Set(table.references.flatMap((one) => one.columns))
  const points = (field: string) => pointing.has(columnOf(field))
  const textual = textTitle(fits, {
    points,
    blank: (field) => misfits.blank.has(columnOf(field)),
    unique: (field) => columns[field]?.unique === true,
  })
  // Rows without a name that others point to are known by their numbers, as orders are.
  const numberColumn = textual === undefined && table.pointedBy.length > 0 && fits.length > 2 ? numbered : undefined
  const number = table.columns.find(({ name }) => name === numberColumn)
  if (number && made.size < MOST_FIELDS) {
    const name = fieldNameOf(number.name, table.columns.indexOf(number) + 1, new Set(made.keys()))
    const { field } = proposeField(number, name, seen, key)
    if (field) fits.unshift({ name, label: field.label, type: 'integer', readOnly: true })
    columns[name] = { ...columnGiven(name, number.name), unique: true }
  }
  const fields = shownFields(fits)
  const rowTitle = textual ?? (number ? fields[0]?.name : undefined) ?? anyTitle(fields, points)
  const sorts = fields.filter(
    (field) =>
      SORTED.has(field.type) &&
      !isUuid(field) &&
      !('multiple' in field && field.multiple) &&
      (isIndexed(table, columnOf(field.name)) ||
        followers.some(({ id }) => id === columnOf(field.name)) ||
        (field.name === rowTitle && field.type === 'text')),
  )
  const scopes = fields.filter((field) => field.type === 'relation' && field.resource === 'organization')
  const title = tableTitle(readComment(table.comment).title) || titleFromName(table.name.replace(/^res_|^[^.]+\./, ''))
  const description: RuntimeDescription = {
    key,
    menu,
    title: both(title),
    rowTitle,
    fields,
    quickSearch: searchFields(fields, rowTitle),
    sorts: sorts.map(({ name }) => name),
    defaultOrder: 'id,desc',
    // The history keeps no secrets, so a deleted row could not come back without them.
    ...(leftNeeded ? { verbs: ['index', 'edit', ...(secretNeeded ? [] : (['del'] as const))] as const } : {}),
  }
  const scopeField = scopes.length === 1 ? (scopes[0]?.name ?? null) : null
  return { design: { tableName: table.name, scopeField, icon: '', description, columns }, notes }
}

/** What a table needs to become that of a design. */
export function adoptionFor(table: ReadTable, design: Design): Adoption {
  return adoption(table, sortedColumns(table, design), followersIn(table, design))
}

/** The columns that the lists of a design are sorted by. */
function sortedColumns(table: ReadTable, { columns, description }: Design): string[] {
  const known = new Set(['id', ...description.fields.map(({ name }) => name)])
  const isOther = standsApart(table)
  return description.sorts.map((field) => {
    const column = columns[field]?.column ?? columnNameOf(field)
    return isOther && !known.has(field) ? apartName(column) : column
  })
}

const SORTED = new Set<RuntimeField['type']>([
  'text',
  'integer',
  'number',
  'select',
  'date',
  'datetime',
  'time',
  'year',
  'relation',
  'switch',
])

/** The key from which ids are made, where rows get it by themselves. Forms have no use for it. */
function numberedKey(table: ReadTable): string | undefined {
  const key = keyColumn(table)
  const generated = table.columns.find(({ name }) => name === rowIdIn(table))?.generated
  const name = key?.name ?? (generated ? table.primary[0] : undefined)
  return table.references.some(({ columns }) => columns.includes(name ?? '')) ? undefined : name
}

/** The references with the resources in code, too, which have rows in tables of the product. */
export function withCodeResources(table: ReadTable): ReadTable {
  const inCode = new Map(registeredResources().map(({ resource }) => [resource.tableName, resource.description.key]))
  const references = table.references.map((one) => {
    const isId = one.targets.length === 1 && one.targets[0] === 'id'
    return isId ? { ...one, resource: one.resource ?? inCode.get(one.table ?? '') ?? null } : one
  })
  return { ...table, references }
}

/** A field that demands no more than the rows of its column hold. */
function fitted(field: RuntimeField, column: ReadColumn | undefined, { strange, empty }: Misfits): RuntimeField {
  if (!column) return field
  const kept: RuntimeField = { ...field }
  if (empty.has(column.name)) delete kept.required
  if (!strange.has(column.name)) return kept
  const { name, label, readOnly, addOnly, help } = field
  const whole = hasWholes(column)
  const isOfType = column.default !== null && typeof field.default === (whole ? 'number' : 'string')
  const given = { required: kept.required, readOnly, addOnly, help, default: isOfType ? field.default : undefined }
  const plain = { name, label, ...Object.fromEntries(Object.entries(given).filter(([, one]) => one !== undefined)) }
  if (whole) return { ...plain, type: 'integer', ...wholeLimits(column) }
  if (field.type === 'editor') return { ...plain, type: 'text', multiline: true, list: { hidden: true } }
  return { ...plain, type: 'text', ...(column.length === null ? {} : { max: column.length }) }
}

/** No index serves words or orders of these texts, which nobody reads either. */
function isUuid(field: RuntimeField): boolean {
  return field.type === 'text' && field.rule === 'uuid'
}

/** The first fields are in the list, long ones aside. */
function shownFields(fields: readonly RuntimeField[]): RuntimeField[] {
  let shown = 0
  return fields.map((field) => {
    if (field.list?.hidden || field.list?.never) return field
    return shown++ < SHOWN ? field : { ...field, list: { ...field.list, hidden: true } }
  })
}

function searchFields(fields: readonly RuntimeField[], rowTitle: string): string[] {
  const texts = fields.filter((field) => field.type === 'text' && !field.multiline && !field.readOnly && !isUuid(field))
  const wanted = texts.filter(({ name }) => /name|title|code|number|email|phone|mobile/i.test(name))
  const names = [...texts.filter(({ name }) => name === rowTitle), ...wanted].map(({ name }) => name)
  return [...new Set(names)].slice(0, 4)
}

/** A free key, and a menu in the first usable directory. */
async function placeOf(db: Db, table: ReadTable): Promise<{ key: string; menu: string }> {
  const rules = await db
    .select({ name: rule.name, type: rule.type, status: rule.status, pid: rule.pid })
    .from(rule)
    .where(eq(rule.area, 'admin'))
    .orderBy(asc(rule.sortKey), asc(rule.id))
  const stored = await db.select({ key: resourceDescription.key }).from(resourceDescription)
  const taken = new Set(stored.map((one) => one.key))
  const menus = new Set(rules.map(({ name }) => name))
  const usable = rules.filter(
    ({ type, status, pid, name }) => type === 'menu_dir' && status === 1 && pid === null && /^[\w-]+$/.test(name),
  )
  const directory = usable.find(({ name }) => name === 'baseInfo') ?? usable[0]
  const plain = table.key ?? keyOf(table.name)
  for (let number = 1; ; number++) {
    const key = number === 1 ? plain : `${plain}-${number}`
    const menu = directory ? `${directory.name}/${key}` : key
    const isFree = !taken.has(key) && !isRegistered(key) && !controllers.includes(key) && !menus.has(menu)
    if (isFree || (key === table.key && number === 1)) return { key, menu }
  }
}
