import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'
import { isZoneless } from '#src/resource/zone-of.ts'
import type { Design, DesignChange } from './design.schema.ts'
import { fieldsOf } from './steps.server.ts'

type Said = { change: Omit<DesignChange, 'loss'> }

/** The changes that concern the screen alone, and neither the table nor its rows. */
export function screenChanges(before: Design, after: Design): Said[] {
  const [was, is] = [before.description, after.description]
  const differ = (one: unknown, other: unknown) => JSON.stringify(one ?? null) !== JSON.stringify(other ?? null)
  const said: Said[] = []
  const screen = (text: string) => said.push({ change: { kind: 'screen', text } })
  if (differ([was.title, was.plural], [is.title, is.plural])) screen(m.generator_changeTitle())
  if (before.icon !== after.icon) screen(m.generator_changeIcon())
  if (before.scopeField !== after.scopeField)
    screen(after.scopeField === null ? m.generator_changeUnscoped() : m.generator_changeScope())
  if (differ([...was.quickSearch].sort(), [...is.quickSearch].sort())) screen(m.generator_changeSearch())
  if (differ([was.sorts, was.sortGroups, was.defaultOrder], [is.sorts, is.sortGroups, is.defaultOrder]))
    screen(m.generator_changeSorts())
  if (differ(was.form, is.form)) screen(m.generator_changeForm())
  if (differ(was.verbs, is.verbs)) screen(m.generator_changeVerbs())
  if (was.rowTitle !== is.rowTitle) screen(m.generator_changeRowTitle())
  const old = new Map(fieldsOf(was).map((field) => [field.name, field]))
  for (const field of fieldsOf(is)) {
    const known = old.get(fieldSource(after, field.name) ?? '')
    if (!known) continue
    const of = { label: labelText(field.label) }
    const ofField = (text: string) => said.push({ change: { kind: 'screen', field: field.name, text } })
    if (known.type === field.type && isZoneless(known) !== isZoneless(field))
      ofField(isZoneless(field) ? m.crud_zonelessFrom(of) : m.crud_zonelessNoMore(of))
    if (differ(settings(known), settings(field))) ofField(m.generator_changeSettings(of))
  }
  if (differ(...ordersOf(before, after))) said.push({ change: { kind: 'order', text: m.generator_changeOrder() } })
  return said
}

/** What a field has besides its name and type, and besides its time zone, which is said by itself. */
function settings({ name: _name, type: _type, ...rest }: Field): object {
  const others = Object.entries(rest).filter(([name]) => name !== 'zoneless')
  return Object.fromEntries(others.sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** The fields that both designs have, by their old names: in the old order, and in the new one. */
function ordersOf(before: Design, after: Design): [string[], string[]] {
  const old = fieldsOf(before.description).map(({ name }) => name)
  const sources = fieldsOf(after.description).map(({ name }) => fieldSource(after, name))
  const now = sources.flatMap((source) => (source !== null && old.includes(source) ? [source] : []))
  return [old.filter((name) => now.includes(name)), now]
}

/** The name that a field of a design has in the stored description; null: it is new. */
export function fieldSource({ columns }: Design, field: string): string | null {
  const from = columns[field]?.from
  return from === undefined ? field : from
}
