import { hasCode, relationsIn, templateNames } from '#src/features/resources/runtime-resource.server.ts'
import { ACCOUNTS } from '#src/features/resources/runtime-table.server.ts'
import type { Description } from '#src/resource/description.ts'
import { relationTarget } from '#src/resource/field-traits.ts'
import type { RelationTarget } from '#src/resource/field-type.ts'
import type { CodeTarget } from './code-target.server.ts'
import type { ResourceNames } from './names.server.ts'
import { codeText, Imports, type Raw, raw, type SourcedObject } from './source-text.server.ts'
import { propertiesOf, type TableCode } from './table-code.server.ts'

type Targets = ReadonlyMap<string, CodeTarget>

/** What the controller's file is made of. */
export type ApiCode = {
  description: Description
  /** The field that places rows below organizations. */
  scopeField: string | null
  hasSynonyms: boolean
  table: TableCode
  targets: Targets
}

/** The compiled resource with its scope, relations and unique fields, and its controller. */
export function apiFileOf(names: ResourceNames, code: ApiCode): string {
  const { key, camel, table } = names
  const imports = new Imports()
  imports.add('#src/server/crud/compile-resource.server.ts', 'compileResource')
  imports.add('#src/server/crud/crud.server.ts', 'crud')
  imports.add(`./${key}.schema.ts`, `${camel}Description`)
  imports.add(`./${key}.table.server.ts`, table)
  if (code.hasSynonyms) imports.add(`./${key}.synonyms.server.ts`, `${camel}Synonyms`)
  const relations = relationsInCode(names, code, imports)
  const uniques = uniqueFieldsOf(code)
  const parts: SourcedObject = {
    description: raw(`${camel}Description`),
    synonyms: code.hasSynonyms ? raw(`${camel}Synonyms`) : undefined,
    table: raw(table),
    scope: code.scopeField === null ? 'unscoped' : { organization: raw(`${table}.${code.scopeField}`) },
    relations: Object.keys(relations).length > 0 ? relations : undefined,
    uniqueFields: Object.keys(uniques).length > 0 ? uniques : undefined,
  }
  return `\
${imports.text}
export const ${camel}Resource = compileResource(${codeText(parts)})

export const ${camel}Api = crud(${camel}Resource)
`
}

function relationsInCode(
  names: ResourceNames,
  { description, targets }: ApiCode,
  imports: Imports,
): Record<string, Raw> {
  return Object.fromEntries(
    relationsIn(description).flatMap(({ name, field }) => {
      const pointed = relationTarget(field)
      if (!pointed) return [[name, raw(imports.add('#src/features/area/area.relation.server.ts', 'areaRelation'))]]
      if (pointed.resource === ACCOUNTS.resource) return [[name, accounts(pointed, imports)]]
      const target = targets.get(pointed.resource)
      return target ? [[name, relationCode(names, pointed, target, imports)]] : []
    }),
  )
}

function accounts({ many }: RelationTarget, imports: Imports): Raw {
  const name = imports.add('#src/features/auth/account.relation.server.ts', 'accountRelation')
  return raw(`${name}(${many ? '{ many: true }' : ''})`)
}

/** The relation that its feature has, where it says the same; else one that is made here. */
function relationCode(
  own: ResourceNames,
  { many, template }: RelationTarget,
  target: CodeTarget,
  imports: Imports,
): Raw {
  const place = many ? target.places.many : target.places.one
  if (place && (template === undefined || template === '{name}')) return raw(imports.add(place.from, place.name))
  return raw(`${imports.add('#src/server/crud/relation.server.ts', 'relationTo')}(${codeText(rowsOf())})`)

  function rowsOf(): SourcedObject {
    const { description, places, scope, columns } = target
    const isOwn = target.key === own.key
    const resource = () => (places.resource ? imports.add(places.resource.from, places.resource.name) : '')
    const table = isOwn ? own.table : places.table && imports.add(places.table.from, places.table.name)
    const column = (field: string) => (table ? `${table}.${field}` : `${resource()}.column(${codeText(field)})`)
    const { quickSearch, tree } = description
    // A title that is no column of its own is the business of the target's code.
    const rowTitle = columns.has(description.rowTitle) ? description.rowTitle : 'id'
    const isKnown = (name: string) => name === 'id' || columns.has(name)
    const named = template !== undefined && templateNames(template).every(isKnown)
    return {
      table: raw(table ?? `${resource()}.table`),
      scope:
        typeof scope === 'object'
          ? scopeOf(column(scope.organization))
          : scope === 'own'
            ? raw(`${resource()}.scope`)
            : scope,
      template: named ? template : rowTitle === 'name' ? undefined : `{${rowTitle}}`,
      search: quickSearch.filter((field) => columns.has(field)),
      hint: hasCode(description) && columns.has('code') ? 'code' : undefined,
      order: orderOf({ ...description, rowTitle }, column, imports),
      tree: tree === true ? true : undefined,
      many: many ? true : undefined,
    }
  }
}

function scopeOf(column: string): SourcedObject {
  return { organization: raw(column) }
}

/** Higher levels of a tree first, then the resource's own order of rows, or their titles. */
function orderOf({ tree, sortable, rowTitle }: Description, column: (field: string) => string, imports: Imports) {
  const place = raw(`${imports.add('drizzle-orm', 'asc')}(${column(sortable ? 'sortKey' : rowTitle)})`)
  if (!tree) return [place]
  const path = column('path')
  const sql = imports.add('drizzle-orm', 'sql')
  return [raw(`${sql}\`length(\${${path}}) - length(replace(\${${path}}, '/', ''))\``), place]
}

/** The field of each unique constraint, where a value that is taken is told. */
export function uniqueFieldsOf({ table }: Pick<ApiCode, 'table'>): Record<string, string> {
  const properties = propertiesOf(table)
  const described = new Set(table.fields.map(({ name }) => name))
  return Object.fromEntries(
    table.shape.indexes
      // The place of a row among the others is the product's business, not a value that somebody gives.
      .filter(({ unique, parts }) => unique && !parts.some(({ column }) => column === 'sort_key'))
      .flatMap(({ name, parts }) => {
        const columns = table.shape.columns.filter((one) =>
          parts.some(({ column, expression }) =>
            column === null ? expression.split(/\W+/).includes(one.name) : column === one.name,
          ),
        )
        const field = columns.map((one) => properties.get(one.name) ?? '').findLast((one) => described.has(one))
        return field === undefined ? [] : [[name, field]]
      }),
  )
}
