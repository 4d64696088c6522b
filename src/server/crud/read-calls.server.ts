import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { rowId } from '#src/lib/number-rules.ts'
import { MOST_FOUND } from '#src/resource/most-found.ts'
import { type ApiContext, actorOf } from '../context.server.ts'
import { labelsAnswer } from '../endpoint/answer-parts.server.ts'
import { endpoint } from '../endpoint/endpoint.server.ts'
import { AppError } from '../errors.server.ts'
import { authorsOf } from '../list/authors.server.ts'
import { idQuery, selectQuery } from '../list/crud-query.server.ts'
import { listRows, listTotal } from '../list/list.server.ts'
import { listParameters, parseListQuery } from '../list/list-query.server.ts'
import { listSums } from '../list/list-sums.server.ts'
import { inTurn } from '../list/read-turns.server.ts'
import { findRow, labelsOf } from '../list/rows.server.ts'
import { type KitBasis, kitCall } from './kit-call.server.ts'
import { rowSchema } from './row-schema.server.ts'

/** Maximum rows of a tree that one response holds. */
const MOST_NODES = 50_000
/** A tree of more rows is read level by level, where the client can do so. */
const SMALL_TREE = 20_000

const total = {
  total: v.number(),
  /** The total is an estimate. */
  totalEstimated: v.optional(v.literal(true)),
  /** The total was counted for another request, at most two seconds before. */
  totalKept: v.optional(v.literal(true)),
}

const listQuery = (c: ApiContext) => parseListQuery(c.get('url').searchParams)

/** What a list reads: its own parameters, when it is the caller's turn. */
const listing = (kit: KitBasis) =>
  ({
    node: kit.node('index'),
    rawQuery: listParameters(kit.description.tree === true),
    // A list waits for the caller's turn.
    errors: [429],
  }) as const

const page = (kit: KitBasis) => ({
  ...listing(kit),
  answer: v.object({
    list: v.array(rowSchema(kit.description, true)),
    ...total,
    /** Missing with `count=none`. */
    total: v.optional(v.number()),
    labels: labelsAnswer,
    /** The cursors of the previous and the next page; null when there is no page. */
    cursors: v.optional(v.object({ previous: v.nullable(v.string()), next: v.nullable(v.string()) })),
    /** Trees only: the ids of the open rows. */
    open: v.optional(v.array(rowId)),
    /** Of a search in a tree: the ids of the rows that it finds. The others are their ancestors. */
    matched: v.optional(v.array(rowId)),
  }),
  run: ({ c }: { c: ApiContext }) => {
    const query = listQuery(c)
    return inTurn(c, (db) => listRows(db, kit.resourceOf(c).resource, actorOf(c), query))
  },
})

export const indexCall = kitCall('get', 'index', 'read', (kit, place) =>
  endpoint({ ...place, ...page(kit), summary: () => m.call_index(kit.title()) }),
)

/** The same list for clients of the page style. */
export const pageIndexCall = kitCall('get', 'page', 'read', (kit, place) =>
  endpoint({ ...place, ...page(kit), summary: () => m.call_pageIndex(kit.title()) }),
)

/** The names of who made the row and of who changed it last. */
const people = v.strictObject({ createBy: v.optional(v.string()), updateBy: v.optional(v.string()) })

export const rowCall = kitCall('get', 'edit', 'read', (kit, place) =>
  endpoint({
    ...place,
    node: kit.node('index'),
    summary: () => m.call_row(kit.title()),
    query: idQuery,
    /** `unique`: the fields whose values only one row may have. */
    answer: v.object({
      row: rowSchema(kit.description),
      labels: labelsAnswer,
      people: v.optional(people),
      unique: v.optional(v.array(v.string())),
    }),
    errors: [404],
    run: async ({ c, db, actor, query }) => {
      const { resource } = kit.resourceOf(c)
      const stored = await findRow(db, resource, actor, query.id)
      if (!stored) throw new AppError(404, m.error_rowMissing())
      const [row = stored] = (await resource.shown?.(db, actor, [stored])) ?? []
      const [labels, people] = await Promise.all([labelsOf(db, resource, [row]), authorsOf(db, row)])
      return { row, labels, people, unique: Object.values(resource.uniqueFields ?? {}) }
    },
  }),
)

export const countCall = kitCall('get', 'count', 'read', (kit, place) =>
  endpoint({
    ...place,
    ...listing(kit),
    summary: () => m.call_count(kit.title()),
    answer: v.object(total),
    run: ({ c, actor }) => {
      const query = listQuery(c)
      return inTurn(c, (db) => listTotal(db, kit.resourceOf(c).resource, actor, query))
    },
  }),
)

export const sumsCall = kitCall('get', 'sums', 'read', (kit, place) =>
  endpoint({
    ...place,
    ...listing(kit),
    summary: () => m.call_sums(kit.title()),
    /** The sums by field name; null when there is nothing to add up. */
    answer: v.object({ sums: v.record(v.string(), v.nullable(v.number())) }),
    run: async ({ c, actor }) => {
      const query = listQuery(c)
      return { sums: await inTurn(c, (db) => listSums(db, kit.resourceOf(c).resource, actor, query)) }
    },
  }),
)

const option = v.object({
  value: v.union([v.number(), v.string()]),
  label: v.string(),
  hint: v.optional(v.string()),
  children: v.optional(v.boolean()),
  parent: v.optional(v.nullable(v.number())),
  found: v.optional(v.boolean()),
  person: v.optional(v.object({ avatar: v.string(), organization: v.string(), locked: v.boolean() })),
})

export const selectCall = kitCall('get', 'select', 'read', (kit, place) =>
  endpoint({
    ...place,
    node: kit.node('index'),
    summary: () => m.call_select(kit.title()),
    query: selectQuery,
    answer: v.object({ list: v.array(option), more: v.boolean() }),
    errors: [422, 429],
    run: async ({ c, db, actor, query }) => {
      const { field, quickSearch, page, limit, parent, values, whole } = query
      const { resource } = kit.resourceOf(c)
      // `constructor` is a property of every object, but not a relation.
      const relation = Object.hasOwn(resource.relations ?? {}, field) ? resource.relations?.[field] : undefined
      if (!relation) throw new AppError(400, m.error_queryField({ field }))
      if (whole === 'levels') {
        const { levels } = relation
        if (!levels) throw new AppError(400, m.error_queryField({ field: 'whole' }))
        const around = { ids: idsIn(values), quickSearch, most: MOST_FOUND, small: SMALL_TREE }
        const asked = typeof parent === 'number' ? { parent } : around
        const { list, complete } = await inTurn(c, (reading) => levels(reading, actor, asked, MOST_NODES + 1))
        if (list.length > MOST_NODES) throw new AppError(422, m.checkTree_tooMany())
        return { list, more: !complete }
      }
      if (values) {
        // The actor must not read the labels of rows outside of the actor's scope.
        const seen = relation.available ? await relation.available(db, actor, idsIn(values)) : values
        const names = Object.entries(await relation.labels(db, seen))
        return { list: names.map(([value, label]) => ({ value, label })), more: false }
      }
      if (whole) {
        if (!relation.nodes) throw new AppError(400, m.error_queryField({ field: 'whole' }))
        const { nodes } = relation
        const all = await inTurn(c, (reading) => nodes(reading, actor, MOST_NODES + 1))
        // A part of a tree is of no use.
        return all.length > MOST_NODES ? { list: [], more: true } : { list: all, more: false }
      }
      // One extra row shows whether there are more.
      const choices = { quickSearch, parent, limit: limit + 1, offset: (page - 1) * limit }
      const found = await inTurn(c, (reading) => relation.search(reading, actor, choices))
      return { list: found.slice(0, limit), more: found.length > limit }
    },
  }),
)

function idsIn(values: readonly string[] = []): number[] {
  return values.map(Number).filter(Number.isSafeInteger)
}
