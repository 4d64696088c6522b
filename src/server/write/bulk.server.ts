import { and, type SQL, sql } from 'drizzle-orm'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { crossErrors } from '#src/resource/cross-checks.ts'
import type { Actor } from '../access/actor.server.ts'
import { scope } from '../access/scope.server.ts'
import { doubtsAbout } from '../crud/doubts.server.ts'
import { relationErrors } from '../crud/relation-check.server.ts'
import type { Resource, Row } from '../crud/resource.server.ts'
import { AppError, invalid } from '../errors.server.ts'
import { storedFormSchema } from '../fields/server-form.server.ts'
import { rowFileErrors } from '../files/file-check.server.ts'
import type { ListAnswer } from '../list/list.server.ts'
import { searchSql } from '../list/list-search.server.ts'
import { labelsOf, selectRows } from '../list/rows.server.ts'
import { parsed } from '../parsed.server.ts'
import { type BulkRows, bulkEditSchema, MAX_BULK_ROWS, writableBulkFields } from './bulk-query.server.ts'
import { deletableWithout, deletionRefusals } from './deletion.server.ts'
import { type Going, goingOf } from './going.server.ts'
import { isAlike, removeAll, updateAlike, updateRow } from './put-rows.server.ts'
import { MOST_NAMED, type Refusal, refusalOf, titleOf } from './refusal.server.ts'
import { sameStored } from './same-stored.ts'
import { assertInScope } from './save.server.ts'

type Values = Record<string, unknown>
export type BulkAnswer = {
  matched: number
  changed: number
  unchanged: number
  refused: Refusal[]
  refusedCount: number
  changeSetId: number | null
  /** Some of the rows that change although a person should look at them, and the number of all of them. */
  warned?: Refusal[]
  warnedCount?: number
  /** Only in a preview: some of the rows that change with their current values, and the labels of relations. */
  examples?: { id: number; title: string; before: Values }[]
  labels?: ListAnswer['labels']
  /** Only in a preview or a refusal of a deletion: the rows that go, or that could go without the refused ones. */
  going?: Going
  /** Beside `going`, when rows are refused: the ids of the rows that could go without them. */
  others?: number[]
}

/** Maximum number of rows that a preview shows. */
const EXAMPLES = 5

/**
 * Sets the same values in many rows, all of them or none. With `preview`, it only returns what would happen.
 * @throws AppError 409 when the number of rows is not the one that the client expects, 422 with the refused rows
 */
export async function bulkEdit(
  tx: Db,
  resource: Resource,
  actor: Actor,
  input: unknown,
  changeSetId: number,
): Promise<BulkAnswer> {
  const { description } = resource
  const fields = writableBulkFields(description)
  const body = parsed(bulkEditSchema(storedFormSchema({ ...description, fields }, true)), input)
  const { versions = {} } = body
  // Seam: the schema is made at run time, so its type knows no field names.
  const values = body.values as Values
  if (Object.keys(values).length === 0) throw invalid({ values: [m.error_bulkNothing()] })
  const wrong = {
    ...(await relationErrors(tx, resource, actor, values)),
    ...(await rowFileErrors(tx, resource, actor, values)),
    ...(resource.checkRows === false && (await resource.check?.(tx, values, undefined, actor))),
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  const { rows, missing } = await bulkRows(tx, resource, actor, body)
  const refused = [...missing]
  const changed: Row[] = []
  for (const row of rows) {
    if (versions[row.id] !== undefined && versions[row.id] !== row.version) {
      refused.push({ id: row.id, title: titleOf(description, row), msg: m.error_stale() })
    } else if (
      Object.entries(values).some(([name, value]) => !sameStored(row[name], value, resource.fields.get(name)))
    ) {
      const refusal = await editRefusal(tx, resource, actor, values, row)
      if (refusal) refused.push(refusal)
      else changed.push(row)
    }
  }
  const warned = await warnedRows(tx, resource, actor, changed, values)
  const answer = { ...answerOf(rows.length + missing.length, changed.length, refused), ...warned }
  if (body.preview) return { ...answer, ...(await examplesOf(tx, resource, changed.slice(0, EXAMPLES), values)) }
  if (refused.length > 0) throw new AppError(422, m.error_bulkRefused({ count: refused.length }), answer)
  if (changed.length === 0) return answer
  const ids = changed.map((row) => row.id)
  const writing = { tx, resource, actor, changeSetId }
  if (isAlike(resource, values)) await updateAlike(writing, changed, values)
  else for (const row of changed) await updateRow(writing, row, values)
  await assertInScope(tx, resource, actor, ids)
  return { ...answer, changeSetId }
}

async function warnedRows(tx: Db, resource: Resource, actor: Actor, rows: readonly Row[], values: Values) {
  if (!resource.doubts) return undefined
  const doubts = await doubtsAbout(
    tx,
    resource,
    actor,
    rows.map((before) => ({ before, values })),
  )
  const warned = rows.flatMap((row, at): Refusal[] => {
    const [first] = doubts[at] ?? []
    return first ? [{ id: row.id, title: titleOf(resource.description, row), msg: first.text }] : []
  })
  return { warned: warned.slice(0, MOST_NAMED), warnedCount: warned.length }
}

async function examplesOf(tx: Db, resource: Resource, rows: readonly Row[], values: Values) {
  const examples = rows.map((row) => ({
    id: row.id,
    title: titleOf(resource.description, row),
    before: Object.fromEntries(Object.keys(values).map((name) => [name, row[name] ?? null])),
  }))
  // Seam: labelsOf reads only the relation fields of a row.
  return { examples, labels: await labelsOf(tx, resource, [...rows, values as unknown as Row]) }
}

/** Deletes many rows, all of them or none. @throws as `bulkEdit` */
export async function bulkDelete(
  tx: Db,
  resource: Resource,
  actor: Actor,
  body: BulkRows,
  changeSetId: number,
): Promise<BulkAnswer> {
  const { rows, missing } = await bulkRows(tx, resource, actor, body)
  const refused = [...missing, ...(await deletionRefusals(tx, resource, actor, rows))]
  const taken = new Set(refused.map((one) => one.id))
  const going = rows.filter(({ id }) => !taken.has(id))
  const answer = answerOf(rows.length + missing.length, going.length, refused)
  if (refused.length > 0) {
    const free = await deletableWithout(tx, resource, actor, rows, refused)
    const found = { ...answer, going: goingOf(resource, free), others: free.map(({ id }) => id) }
    if (body.preview) return found
    throw new AppError(422, m.error_bulkDeleteRefused({ count: refused.length }), found)
  }
  if (body.preview) return { ...answer, going: goingOf(resource, going) }
  if (going.length === 0) return answer
  await removeAll({ tx, resource, actor, changeSetId }, going)
  return { ...answer, changeSetId }
}

/** The selected rows, locked in the order of their ids unless it is a preview, and the ids without a row. */
async function bulkRows(tx: Db, resource: Resource, actor: Actor, body: BulkRows) {
  const { columns } = resource
  const { ids, query, count } = body
  if ((ids === undefined) === (query === undefined)) throw invalid({ ids: [m.error_bulkRows()] })
  const wanted: SQL | undefined = ids
    ? anyOf(columns.id, ids)
    : await searchSql(tx, resource, actor, { quickSearch: '', filter: undefined, ...query })
  const where = and(scope(actor, resource.scope), wanted)
  const rows = await selectRows(tx, resource, where, sql`${columns.id}`, MAX_BULK_ROWS + 1, !body.preview)
  if (rows.length > MAX_BULK_ROWS) throw invalid({ query: [m.error_bulkTooMany({ max: MAX_BULK_ROWS })] })
  const found = new Set(rows.map((row) => row.id))
  const missing: Refusal[] = [...new Set(ids)]
    .filter((id) => !found.has(id))
    .map((id) => ({ id, title: '', msg: m.error_rowMissing() }))
  if (count !== undefined && count !== rows.length + missing.length) {
    throw new AppError(409, m.error_bulkCount({ count: rows.length }), { reason: 'count', count: rows.length })
  }
  return { rows, missing }
}

async function editRefusal(tx: Db, resource: Resource, actor: Actor, values: Values, row: Row) {
  const title = titleOf(resource.description, row)
  try {
    const errors = {
      ...crossErrors(resource.description, { ...row, ...values }),
      ...(resource.checkRows !== false && (await resource.check?.(tx, values, row, actor))),
    }
    const [first] = Object.values(errors).flat()
    return first === undefined ? undefined : { id: row.id, title, msg: first, errors }
  } catch (error) {
    return refusalOf(error, row.id, title)
  }
}

function answerOf(matched: number, changed: number, refused: readonly Refusal[]): BulkAnswer {
  const unchanged = matched - changed - refused.length
  return {
    matched,
    changed,
    unchanged,
    refused: refused.slice(0, MOST_NAMED),
    refusedCount: refused.length,
    changeSetId: null,
  }
}
