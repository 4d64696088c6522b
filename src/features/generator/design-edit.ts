import type { Design } from './design.schema.ts'
import { type DesignField, type DesignType, isFieldName, isReadable, tableOfKey } from './design.ts'
import { retyped } from './retype.ts'

// Changes of a design. Each returns a new design, in which no name is left that no field has.

type Described = Design['description']

/** A design with another field at this place. The field's name is free. */
export function withField(design: Design, field: DesignField, at: number): Design {
  const { description } = design
  return {
    ...design,
    description: { ...description, fields: description.fields.toSpliced(at, 0, field) },
    columns: { ...design.columns, [field.name]: { from: null } },
  }
}

/** A design with its fields in another order. */
export function withMoved(design: Design, from: number, to: number): Design {
  const { description } = design
  const field = description.fields[from]
  if (!field || to < 0 || to >= description.fields.length || from === to) return design
  const fields = description.fields.toSpliced(from, 1).toSpliced(to, 0, field)
  return { ...design, description: { ...description, fields } }
}

/** A design in which a field is replaced by another of the same name. */
export function withReplaced(design: Design, field: DesignField): Design {
  const { description } = design
  const fields = description.fields.map((one) => (one.name === field.name ? field : one))
  return { ...design, description: tidy({ ...description, fields }) }
}

/**
 * A design in which a field has another type. It is no longer the end or the beginning of a range, and the quick search
 * looks only in texts.
 */
export function withType(design: Design, name: string, type: DesignType): Design {
  const { description } = design
  const fields = description.fields.map((one) => {
    if (one.name === name) return retyped(one, type)
    return 'rangeTo' in one && one.rangeTo === name ? { ...one, rangeTo: undefined } : one
  })
  const scopeField = design.scopeField === name && type !== 'relation' ? null : design.scopeField
  const quickSearch = description.quickSearch.filter((one) => one !== name || type === 'text')
  return { ...design, scopeField, description: tidy({ ...description, fields, quickSearch }) }
}

/** A design whose fields choose rows of other screens. Such a field is no title, and is not searched quickly. */
export function withRelations(design: Design, relations: readonly { field: string; resource: string }[]): Design {
  return relations.reduce((before, { field, resource }) => {
    if (!before.description.fields.some(({ name, type }) => name === field && type !== 'relation')) return before
    const { description, ...next } = withType(before, field, 'relation')
    const fields = description.fields.map((one) =>
      one.name === field && one.type === 'relation' ? { ...one, resource, multiple: undefined } : one,
    )
    const titles = fields.filter((one) => isReadable(one) && one.type !== 'relation')
    const title = titles.find(({ type }) => type === 'text') ?? titles[0]
    const rowTitle = (description.rowTitle === field ? title?.name : undefined) ?? description.rowTitle
    return { ...next, description: { ...description, fields, rowTitle } }
  }, design)
}

/** A design without a field. Nothing refers to it any longer. */
export function withoutField(design: Design, name: string): Design {
  const { description } = design
  const fields = description.fields
    .filter((one) => one.name !== name)
    .map((one) => withoutTemplate(withoutMention(one, name), name, description.key))
  const { [name]: _, ...columns } = design.columns
  const { [name]: _gone, ...synonyms } = description.synonyms ?? {}
  const scopeField = design.scopeField === name ? null : design.scopeField
  const tree = name === 'pid' ? undefined : description.tree
  return {
    ...design,
    columns,
    scopeField,
    description: tidy({ ...description, fields, tree, ...(description.synonyms ? { synonyms } : {}) }),
  }
}

function withoutMention(field: DesignField, name: string): DesignField {
  const list = field.list?.with === name ? { ...field.list, with: undefined } : field.list
  const showWhen = field.showWhen?.field === name ? undefined : field.showWhen
  if ('rangeTo' in field && field.rangeTo === name) return { ...field, list, showWhen, rangeTo: undefined }
  return list === field.list && showWhen === field.showWhen ? field : { ...field, list, showWhen }
}

/** Rows of the same resource are no longer named by a field that is gone. */
function withoutTemplate(field: DesignField, name: string, key: string): DesignField {
  const names = field.type === 'relation' && field.resource === key && field.template?.includes(`{${name}}`)
  return names ? { ...field, template: undefined } : field
}

/** A description without names that no readable field has. */
function tidy(description: Described): Described {
  const readable = description.fields.filter(isReadable)
  const names = new Set(readable.map(({ name }) => name))
  const columns = new Set([...names, 'id', 'createTime', 'updateTime', ...(description.sortable ? ['sortKey'] : [])])
  const known = (list: readonly string[]) => list.filter((one) => columns.has(one))
  const [order = ''] = description.defaultOrder.split(',')
  const groups = description.sortGroups?.filter((group) => group.every((one) => columns.has(one)))
  return {
    ...description,
    rowTitle: names.has(description.rowTitle)
      ? description.rowTitle
      : ((readable.find(({ type }) => type === 'text') ?? readable[0])?.name ?? ''),
    quickSearch: description.quickSearch.filter((one) => names.has(one)),
    sorts: known(description.sorts),
    ...(groups ? { sortGroups: groups.length > 0 ? groups : undefined } : {}),
    defaultOrder: columns.has(order) ? description.defaultOrder : 'id,desc',
  }
}

/** Whether a field of the design can get this name. */
export function canRename(design: Design, name: string, to: string): boolean {
  return isFieldName(to) && (name === to || !design.description.fields.some((one) => one.name === to))
}

/** A design in which a field has another name, everywhere where the design names it. */
export function withName(design: Design, name: string, to: string): Design {
  if (name === to || !canRename(design, name, to)) return design
  const { description } = design
  const named = (one: string) => (one === name ? to : one)
  const fields = description.fields.map((one) =>
    renamedIn({ ...one, name: named(one.name) }, name, to, description.key),
  )
  const [order = '', direction] = description.defaultOrder.split(',')
  const synonyms = description.synonyms && renamedKeys(description.synonyms, named)
  return {
    ...design,
    scopeField: design.scopeField === null ? null : named(design.scopeField),
    columns: columnsWithName(design.columns, name, to),
    description: {
      ...description,
      fields,
      rowTitle: named(description.rowTitle),
      quickSearch: description.quickSearch.map(named),
      sorts: description.sorts.map(named),
      ...(description.sortGroups ? { sortGroups: description.sortGroups.map((group) => group.map(named)) } : {}),
      defaultOrder: `${named(order)},${direction === 'desc' ? 'desc' : 'asc'}`,
      ...(synonyms ? { synonyms } : {}),
    },
  }
}

function renamedIn(field: DesignField, name: string, to: string, key: string): DesignField {
  const list = field.list?.with === name ? { list: { ...field.list, with: to } } : {}
  const shown = field.showWhen?.field === name ? { showWhen: { ...field.showWhen, field: to } } : {}
  const next = { ...field, ...list, ...shown }
  if (next.type === 'relation' && next.resource === key && next.template) {
    return { ...next, template: next.template.replaceAll(`{${name}}`, `{${to}}`) }
  }
  return 'rangeTo' in next && next.rangeTo === name ? { ...next, rangeTo: to } : next
}

function renamedKeys<T>(record: Record<string, T>, named: (key: string) => string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [named(key), value]))
}

/** A stored field keeps the name by which it is stored. */
function columnsWithName(columns: Design['columns'], name: string, to: string): Design['columns'] {
  const { [name]: own = {}, ...others } = columns
  const { from = name, ...rest } = own
  const column = from === to ? rest : { ...rest, from }
  return Object.keys(column).length === 0 ? others : { ...others, [to]: column }
}

/** A design with another key. The table and relations to the resource itself follow, while nothing is stored. */
export function withKey(design: Design, key: string): Design {
  const { description } = design
  const at = description.menu.lastIndexOf('/')
  const menu = at < 0 ? key : `${description.menu.slice(0, at)}/${key}`
  const fields = description.fields.map((one) =>
    one.type === 'relation' && one.resource === description.key ? { ...one, resource: key } : one,
  )
  const follows = design.tableName === tableOfKey(description.key)
  return {
    ...design,
    tableName: follows ? tableOfKey(key) : design.tableName,
    description: { ...description, key, menu, fields },
  }
}
