import type { Description } from '#src/resource/description.ts'
import { isSecret } from '#src/resource/field-traits.ts'
import { offersOf } from '#src/resource/offers.ts'
import { propertiesOf, type TableCode } from './table-code.server.ts'
import type { ShapeIndex } from './table-shape.server.ts'

/**
 * The orders that a resource in code has to offer, too: by each shown column with an index, by the times and by the
 * status. An index that one of them needs is made.
 */
export function withOrders(description: Description, table: TableCode): { description: Description; table: TableCode } {
  const properties = propertiesOf(table)
  const { fields, sorts } = description
  const shown = fields.filter((field) => !field.list?.never && field.name !== 'pid' && !isSecret(field))
  const names = new Set([...shown.map(({ name }) => name), 'createTime', 'updateTime'])
  const first = ({ parts: [part] }: ShapeIndex) => properties.get(part?.column ?? '') ?? ''
  const whole = table.shape.indexes.filter(({ method, condition }) => method === 'btree' && condition === null)
  const indexed = new Set(whole.map(first))
  const times = offersOf(description).edit ? ['createTime', 'updateTime'] : ['createTime']
  const usual = description.defaultOrder.split(',')[0] ?? 'id'
  const offered = [...indexed].filter((name) => names.has(name) && name !== usual)
  const status = shown.some(({ name }) => name === 'status') ? ['status'] : []
  const wanted = [...new Set([...sorts, ...offered, ...status, ...times])]
  const columns = new Map([...properties].map(([column, property]) => [property, column]))
  const missing = wanted.filter((name) => !indexed.has(name)).flatMap((name) => columns.get(name) ?? [])
  const indexes = missing.map((column) =>
    orderIndex(table.tableName, column, times.includes(properties.get(column) ?? '')),
  )
  return {
    description: { ...description, sorts: wanted },
    table: { ...table, shape: { ...table.shape, indexes: [...table.shape.indexes, ...indexes] } },
  }
}

function orderIndex(table: string, column: string, newest: boolean): ShapeIndex {
  const part = (name: string, desc: boolean) => ({
    column: name,
    expression: name,
    desc,
    nullsFirst: desc,
    operators: null,
  })
  return {
    name: `${`${table}_${column}`.slice(0, 59)}_idx`,
    method: 'btree',
    unique: false,
    constraint: false,
    nullsNotDistinct: false,
    parts: [part(column, newest), part('id', false)],
    condition: null,
  }
}
