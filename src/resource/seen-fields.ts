import type { Description, Field } from './description.ts'
import type { Node, SUPER } from './registry.ts'

/**
 * The fields that a user may not see, because the user lacks their nodes.
 * @param may whether the user holds a node
 */
export function unseenFields<TRow>(
  description: Description<TRow>,
  may: (node: Node | typeof SUPER) => boolean,
): Field[] {
  return description.fields.filter(({ node }) => node !== undefined && !may(node))
}

/**
 * A description without some of its fields; those that are shown in part stay as read-only texts. Its orders and its
 * quick search do without all of them. The same description when there are none.
 */
export function withoutFields<TRow>(description: Description<TRow>, unseen: readonly string[]): Description<TRow> {
  if (unseen.length === 0) return description
  const hidden = new Set(unseen)
  const seen = (name: string) => !hidden.has(name)
  const { fields, quickSearch, sorts, sortGroups } = description
  return {
    ...description,
    fields: fields.flatMap((field) => (seen(field.name) ? field : field.partly ? inPart(field) : [])),
    quickSearch: quickSearch.filter(seen),
    sorts: sorts.filter(seen),
    ...(sortGroups ? { sortGroups: sortGroups.filter((group) => group.every(seen)) } : {}),
  }
}

function inPart<TRow>({ name, label, section, list }: Description<TRow>['fields'][number]): typeof shown {
  const { hidden, never, width } = list ?? {}
  const shown = {
    name,
    type: 'text',
    label,
    readOnly: true,
    noFilter: true,
    noImport: true,
    ...(section ? { section } : {}),
    list: { ...(hidden ? { hidden } : {}), ...(never ? { never } : {}), ...(width ? { width } : {}) },
  } as const
  return shown
}
