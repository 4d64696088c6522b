import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldValue } from '#src/resource/field-value.ts'
import { valueText } from '#src/resource/value-text.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { readConfig } from '#src/server/config.server.ts'
import type { Resource } from '#src/server/crud/resource.server.ts'
import type { RegisteredResource } from '#src/server/crud/resource-registry.server.ts'
import { seenBy } from '#src/server/crud/seen-by.server.ts'
import { changedValue } from '#src/server/history/history.server.ts'
import { ownedStatesAround } from '#src/server/history/owned-states.server.ts'
import { seenValues } from '#src/server/history/seen-values.server.ts'
import { findRow } from '#src/server/list/rows.server.ts'
import { labelOfField } from './watched.server.ts'

/** A line of the view, as far as its values need. */
export type StoredLine = {
  id: number
  resource: string
  field: string
  fieldKind: string
  rowId: number
  changeSetId: number
  before: unknown
  after: unknown
}

export type LineValues = { before: unknown; after: unknown }
type Texts = { fieldTitle: string; beforeText: string; afterText: string }

/** The values of lines, by line: those of owned lists are built from the history of their rows. */
export async function valuesOfLines(
  db: Db,
  known: ReadonlyMap<string, RegisteredResource>,
  lines: readonly StoredLine[],
): Promise<Map<number, LineValues>> {
  const values = new Map<number, LineValues>()
  for (const line of lines) {
    const { fieldKind, before, after } = line
    const field = known.get(line.resource)?.resource.fields.get(line.field)
    const own = fieldKind === 'own' || fieldKind === 'one'
    values.set(
      line.id,
      own ? { before: changedValue(field, before), after: changedValue(field, after) } : { before: null, after: null },
    )
  }
  const lists = lines.filter(({ fieldKind }) => fieldKind === 'list')
  for (const [, ofRow] of Map.groupBy(lists, ({ resource, rowId }) => `${resource} ${rowId}`)) {
    const [first] = ofRow
    const place = first && known.get(first.resource)
    if (!place) continue
    const sets = ofRow.map(({ changeSetId }) => changeSetId)
    const states = await ownedStatesAround(db, place.resource, first.rowId, sets)
    for (const { id, field, changeSetId } of ofRow) {
      const state = states.get(changeSetId)
      values.set(id, { before: state?.before[field] ?? null, after: state?.after[field] ?? null })
    }
  }
  return values
}

/** The lines as users read them: labels of relations within the data scope, no secret. */
export async function textsOfLines(
  db: Db,
  actor: Actor,
  known: ReadonlyMap<string, RegisteredResource>,
  lines: readonly StoredLine[],
): Promise<Map<number, Texts>> {
  const values = await valuesOfLines(db, known, lines)
  const { timeZone } = await readConfig(db, ['timeZone'])
  const texts = new Map<number, Texts>()
  for (const [key, ofResource] of Map.groupBy(lines, ({ resource }) => resource)) {
    const place = known.get(key)
    const seen = place && seenBy(place, actor).resource
    for (const line of ofResource) {
      const fieldTitle = labelOfField(known, key, line.field)
      const text = seen ? await textsOf(db, actor, seen, line, values.get(line.id), timeZone) : undefined
      texts.set(line.id, { fieldTitle, beforeText: '', afterText: '', ...text })
    }
  }
  return texts
}

async function textsOf(
  db: Db,
  actor: Actor,
  resource: Resource,
  { field, fieldKind, rowId }: StoredLine,
  values: LineValues | undefined,
  timeZone: string,
): Promise<Omit<Texts, 'fieldTitle'>> {
  if (fieldKind === 'secret') return { beforeText: m.sensitive_secret(), afterText: m.sensitive_secretChanged() }
  const described = resource.fields.get(field)
  if (!described || !values) return { beforeText: '', afterText: '' }
  const change = { field, label: '', ...values, hidden: [] }
  const row = resource.relations?.[field] ? await findRow(db, resource, actor, rowId) : undefined
  const { changes, labels } = await seenValues(db, resource, actor, row, [{ fields: [change] }])
  const shown = changes[0]?.fields[0] ?? change
  const text = (side: 'before' | 'after') => {
    // Seam: the history has values of the field's type.
    const said = valueText(described, shown[side] as FieldValue, { labels, timeZone })
    if (!shown.hidden.some((one) => one === side)) return said
    return [said, m.history_hidden()].filter((part) => part !== '').join(m.crud_listSeparator())
  }
  return { beforeText: text('before'), afterText: text('after') }
}
