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
 * A description without some of its fields. Its orders and its quick search do without them, too. The same description
 * when none is left out.
 */
export function withoutFields<TRow>(description: Description<TRow>, unseen: readonly string[]): Description<TRow> {
  if (unseen.length === 0) return description
  const hidden = new Set(unseen)
  const seen = (name: string) => !hidden.has(name)
  const { fields, quickSearch, sorts, sortGroups } = description
  return {
    ...description,
    fields: fields.filter(({ name }) => seen(name)),
    quickSearch: quickSearch.filter(seen),
    sorts: sorts.filter(seen),
    ...(sortGroups ? { sortGroups: sortGroups.filter((group) => group.every(seen)) } : {}),
  }
}
