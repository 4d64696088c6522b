import { and } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { runStatement, type TextRow } from '#src/db/statement.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Labels } from '#src/resource/labels.ts'
import type { Actor } from '../access/actor.server.ts'
import { scope } from '../access/scope.server.ts'
import type { ListPlan, Resource, Row } from '../crud/resource.server.ts'
import { AppError } from '../errors.server.ts'
import { type Cursor, cursorText, keysOf, readCursor, stretchesBehind } from './list-cursor.server.ts'
import { type OrderColumn, orderedBy, orderParts, orderSql } from './list-order.server.ts'
import { labelsIn, rowOf } from './list-plan.server.ts'
import type { ListQuery } from './list-query.server.ts'
import { searchSql } from './list-search.server.ts'
import { exactTotal, type Total, totalOf } from './list-total.server.ts'
import { listTree } from './list-tree.server.ts'
import { labelsOf, type Where, whereOf } from './rows.server.ts'

/** Maximum offset of a numbered page. The database has to read every row before the page. */
const MAX_OFFSET = 10_000

/**
 * Limits that are written into the statement. Other limits are parameters, because each one would create another
 * statement.
 */
const USUAL_LIMITS = [10, 20, 25, 50, 100, 200]

export type ListAnswer = {
  list: Row[]
  /** Missing with `count=none`. */
  total?: number
  /** The total is the planner's estimate. */
  totalEstimated?: true
  /** The total was counted for another request, at most two seconds before. */
  totalKept?: true
  labels: Labels
  /** The cursors of the previous and the next page. Null when there is no page. */
  cursors?: { previous: string | null; next: string | null }
  /** Trees only: the ids of the open rows. */
  open?: number[]
  /** Of a search in a tree: the ids of the rows that it finds. The others are their ancestors. */
  matched?: number[]
}

/** The rows of a resource that match the query and that the actor may see. */
export async function listRows(db: Db, resource: Resource, actor: Actor, query: ListQuery): Promise<ListAnswer> {
  const condition = and(scope(actor, resource.scope), await searchSql(db, resource, actor, query))
  if (query.tree && resource.description.tree) return listTree(db, resource, actor, query, condition)
  const plan = resource.listPlan
  const parts = orderParts(resource, query.order)
  const cursor = query.cursor === undefined ? undefined : readCursor(query.cursor, parts)
  const offset = cursor ? query.skip : (query.page - 1) * query.limit
  if (offset > MAX_OFFSET) throw new AppError(400, m.error_queryDepth({ limit: MAX_OFFSET }))
  const where = whereOf(condition)
  const anew = resource.uneven === true && isUneven(resource, query)
  const page = { limit: query.limit, offset, cursor, anew }
  const begin = orderedBy(resource, parts)
  const lines = await runPage(db, plan, parts, begin ? whereOf(and(condition, begin)) : where, page)
  const shown = shownLines(lines, query.limit, cursor)
  const stored = shown.map((line) => rowOf(plan, line))
  const list = resource.shown ? await resource.shown(db, actor, stored) : stored
  const labels = { ...labelsIn(plan, shown), ...(await labelsOf(db, resource, list, plan.labelled)) }
  const cursors = cursorsOf(plan, parts, lines, shown, page)
  if (query.count === 'none') return { list, labels, cursors }
  // The last page shows by itself how many rows there are.
  const isLast = lines.length <= query.limit && cursor?.keys === undefined && (lines.length > 0 || offset === 0)
  if (isLast) return { list, total: offset + lines.length, labels, cursors }
  return { list, ...(await countRows(db, resource, query, where)), labels, cursors }
}

/** The total of a list, without its rows. A list asks for it apart, so that its rows need not wait for the count. */
export async function listTotal(db: Db, resource: Resource, actor: Actor, query: ListQuery): Promise<Total> {
  const condition = and(scope(actor, resource.scope), await searchSql(db, resource, actor, query))
  return countRows(db, resource, query, whereOf(condition))
}

function countRows(db: Db, resource: Resource, query: ListQuery, where: Where): Promise<Total> {
  const { tableName, listPlan } = resource
  const anew = resource.uneven === true && isUneven(resource, query)
  const searched = { from: listPlan.from, where: where.text, params: where.params, anew }
  return query.count === 'exact' ? exactTotal(db, searched) : totalOf(db, tableName, searched)
}

/** Whether a plan for one search may not fit another one: all but those for one value of one field, or for a time. */
function isUneven({ description }: Resource, { quickSearch, filter }: ListQuery): boolean {
  if (quickSearch !== '') return true
  let one = filter
  while (one && 'and' in one && one.and.length === 1) one = one.and[0]
  if (one === undefined) return false
  return !('operator' in one) || (one.operator !== 'eq' && !description.defaultOrder.startsWith(`${one.field},`))
}

type Page = { limit: number; offset: number; cursor: Cursor | undefined; anew: boolean }

/** The result rows of a page plus one, which shows whether there are more. */
async function runPage(db: Db, plan: ListPlan, parts: readonly OrderColumn[], where: Where, page: Page) {
  const { cursor, limit, offset, anew } = page
  const more = limit + 1
  const order = orderSql(parts, cursor?.backwards)
  const columns = `select ${plan.columns}${plan.labels} from ${plan.from}`
  const read = (condition: string, params: readonly unknown[], skip: number) => {
    const values = [...params]
    const limitText = USUAL_LIMITS.includes(limit) ? `limit ${more}` : `limit $${values.push(more)}`
    const offsetText = skip > 0 ? ` offset $${values.push(skip)}` : ''
    return runStatement(db, `${columns}${condition} order by ${order} ${limitText}${offsetText}`, values, anew)
  }
  const stretches = cursor ? stretchesBehind(parts, cursor, where.params.length + 1) : []
  if (stretches.length === 0) return read(where.text, where.params, offset)
  const lines: TextRow[] = []
  let skip = offset
  for (const stretch of stretches) {
    const condition = where.text === '' ? ` where ${stretch.text}` : `${where.text} and ${stretch.text}`
    const params = [...where.params, ...stretch.params]
    const found = await read(condition, params, skip)
    lines.push(...found)
    if (lines.length >= more) break
    // When a range has fewer rows than `skip`, the rest of them is skipped in the next range.
    if (skip > 0) skip = found.length > 0 ? 0 : skip - (await countUpTo(db, plan.from + condition, params, skip))
  }
  return lines.slice(0, more)
}

/** The number of rows, but at most `most`. */
async function countUpTo(db: Db, text: string, params: readonly unknown[], most: number): Promise<number> {
  const [line] = await runStatement(
    db,
    `select count(*) from (select 1 from ${text} limit $${params.length + 1}) as passed`,
    [...params, most],
  )
  return Number(line?.[0] ?? 0)
}

/** The result rows to return, in the order of the list. */
function shownLines(lines: readonly TextRow[], limit: number, cursor: Cursor | undefined): readonly TextRow[] {
  const shown = lines.slice(0, limit)
  return cursor?.backwards ? shown.reverse() : shown
}

function cursorsOf(
  plan: ListPlan,
  parts: readonly OrderColumn[],
  lines: readonly TextRow[],
  shown: readonly TextRow[],
  { limit, offset, cursor }: Page,
): ListAnswer['cursors'] {
  const goesOn = lines.length > limit
  // On the side that the cursor comes from there are rows, or there were a moment ago.
  const before = cursor?.backwards ? goesOn : offset > 0 || cursor?.keys !== undefined
  const behind = cursor?.backwards ? cursor.keys !== undefined : goesOn
  const text = (line: TextRow | undefined, backwards: boolean) =>
    line ? cursorText(parts, keysOf(parts, line, plan.at), backwards) : null
  return {
    previous: before ? text(shown[0], true) : null,
    next: behind ? text(shown.at(-1), false) : null,
  }
}
