import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { integer, rowId } from '#src/lib/number-rules.ts'
import { can } from '#src/resource/registry.ts'
import { endpoint } from '../endpoint/endpoint.server.ts'
import { AppError } from '../errors.server.ts'
import { searchRecords } from '../list/find-records.server.ts'
import { inTurn } from '../list/read-turns.server.ts'
import { allResources } from './resource-registry.server.ts'
import { seenBy } from './seen-by.server.ts'

/** Milliseconds after which a search answers with the resources that are done. A caller may choose another time. */
const PATIENCE_MS = { usual: 1_500, least: 100, most: 10_000 }

const record = v.strictObject({
  id: rowId,
  title: v.string(),
  code: v.nullable(v.string()),
  /** Tells rows of the same title apart: the row above, in a tree. */
  hint: v.nullable(v.string()),
})

const group = v.strictObject({
  key: v.string(),
  menu: v.string(),
  /** The user may change these records. */
  edit: v.boolean(),
  list: v.array(record),
  total: v.number(),
  /** There are more than `total`. */
  more: v.boolean(),
})

/** Searches all resources that the user may read. */
export const findCall = endpoint({
  tag: 'resource',
  security: 'admin',
  method: 'get',
  path: '/adminApi/find/records',
  summary: m.call_find,
  query: v.object({
    quickSearch: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
    limit: v.optional(integer(1, 20), 5),
    patience: v.optional(integer(PATIENCE_MS.least, PATIENCE_MS.most), PATIENCE_MS.usual),
  }),
  answer: v.strictObject({
    groups: v.array(group),
    /** The menus of the resources whose search took too long. */
    late: v.array(v.string()),
  }),
  errors: [429],
  run: async ({ c, db, actor, query }) => {
    const wanted = (await allResources(db)).filter(
      ({ resource, nodes }) => can(actor, nodes.index) && resource.description.quickSearch.length > 0,
    )
    const patience = AbortSignal.timeout(query.patience)
    const signal = AbortSignal.any([c.req.raw.signal, patience])
    const searches = wanted.map(async (registered) => {
      const { resource, nodes } = seenBy(registered, actor)
      const { key, menu } = resource.description
      try {
        const found = await inTurn(
          c,
          (reading) => searchRecords(reading, resource, actor, query.quickSearch, query.limit),
          signal,
        )
        return { key, menu, edit: nodes.edit !== undefined && can(actor, nodes.edit), ...found }
      } catch (error) {
        // Too many words for a resource without an index, or too many rows: the others answer nevertheless.
        const tooCostly = error instanceof AppError && error.code === 400
        if (tooCostly || (patience.aborted && !c.req.raw.signal.aborted)) return menu
        throw error
      }
    })
    const answers = await Promise.all(searches)
    return {
      groups: answers.filter((one) => typeof one !== 'string').filter(({ list }) => list.length > 0),
      late: answers.filter((one) => typeof one === 'string'),
    }
  },
})
