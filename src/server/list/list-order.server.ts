import { isNotNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { compile } from '#src/db/statement.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'
import type { Resource } from '../crud/resource.server.ts'
import { AppError } from '../errors.server.ts'

/** One column of an order. `text` is its name in SQL. */
export type OrderColumn = { field: string; column: PgColumn; text: string; direction: 'asc' | 'desc' }

export type Order = { field: string; direction: 'asc' | 'desc' }

/**
 * The order of a list, completed with `id` as tie-break. Without it, rows with equal values could appear on two pages
 * or on none.
 * @throws AppError 400 for a field or a combination that has no index to sort by
 */
export function orderParts(resource: Resource, order: readonly Order[]): OrderColumn[] {
  const description: Description = resource.description
  const { columns } = resource
  const [field = 'id', direction] = description.defaultOrder.split(',')
  const usual: Order = { field, direction: direction === 'desc' ? 'desc' : 'asc' }
  const wanted = order.length > 0 ? order : [usual]
  const refused = refusedField(description, wanted, [usual.field])
  if (refused !== undefined) throw new AppError(400, m.error_queryField({ field: refused }))
  const names = wanted.map((one) => one.field)
  const last = wanted.at(-1)?.direction ?? 'asc'
  const ends = wanted.some((one) => one.field === 'id')
  const tail = [description.sortTail ?? [], 'id'].flat().filter((name) => !names.includes(name))
  const parts = ends ? wanted : [...wanted, ...tail.map((name) => ({ field: name, direction: last }))]
  const orderId = resource.orderIds.get(parts[0]?.field ?? '')
  return parts.map((one, at) => {
    const column = (at > 0 && one.field === 'id' ? orderId : undefined) ?? columns[one.field]
    if (!column) throw new AppError(400, m.error_queryField({ field: one.field }))
    return { ...one, column, text: textOf(column) }
  })
}

/**
 * A condition that all rows meet. By it PostgreSQL knows that it may begin with the related table that has the order.
 */
export function orderedBy({ orderIds }: Resource, parts: readonly OrderColumn[]): SQL | undefined {
  const id = orderIds.get(parts[0]?.field ?? '')
  return id && isNotNull(id)
}

const texts = new WeakMap<PgColumn, string>()

/** The column in SQL. Each list asks for it, and making it costs as much as reading a row. */
function textOf(column: PgColumn): string {
  const text = texts.get(column) ?? compile(sql`${column}`).text
  texts.set(column, text)
  return text
}

/** The first field that the resource does not allow at its place in the order. */
function refusedField(
  { sorts, sortGroups = [] }: Description,
  wanted: readonly Order[],
  more: readonly string[],
): string | undefined {
  const single = new Set<string>(['id', ...more, ...sorts])
  const names = wanted.map(({ field }) => field)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) return twice
  if (names.every((name) => single.has(name))) return undefined
  // A combination needs an index of its own, so its fields must be a leading part of a sort group.
  const fits = sortGroups.some((group) => names.every((name, index) => group[index] === name))
  return fits ? undefined : names.find((name) => !single.has(name))
}

/** The ORDER BY text: `"name" asc, "id" asc`. `backwards` reverses it for the previous page. */
export function orderSql(parts: readonly OrderColumn[], backwards = false): string {
  return parts.map(({ text, direction }) => `${text} ${backwards ? opposite(direction) : direction}`).join(', ')
}

export function opposite(direction: 'asc' | 'desc'): 'asc' | 'desc' {
  return direction === 'asc' ? 'desc' : 'asc'
}
