import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { rowId } from '#src/lib/number-rules.ts'
import { formSchema } from '#src/resource/form-schema.ts'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '../access/actor.server.ts'
import type { ApiContext } from '../context.server.ts'
import { changeSetId } from '../endpoint/answer-parts.server.ts'
import { endpoint } from '../endpoint/endpoint.server.ts'
import { AppError } from '../errors.server.ts'
import { withOfferedUndo } from '../history/offered-undo.server.ts'
import { idsQuery } from '../list/crud-query.server.ts'
import { addRow, deleteRows, editKeys, editRow, sortRow, sortSchema } from '../write/save.server.ts'
import { asItCame, type KitBasis, kitCall } from './kit-call.server.ts'

/** What a person should look at, although the row was written. */
const warnings = v.optional(v.array(v.object({ field: v.string(), text: v.string() })))
const addedAnswer = v.object({ id: rowId, changeSetId, warnings })
const savedAnswer = v.object({ id: rowId, version: v.number(), changeSetId, warnings })
const deletedAnswer = v.object({ count: v.number(), changeSetId })

const addForm = (kit: KitBasis) => formSchema(kit.description)
const editForm = (kit: KitBasis) => v.strictObject({ ...editKeys, ...formSchema(kit.description, true).entries })

type Saving = { c: ApiContext; tx: Db; actor: Actor; body: unknown; changeSetId: number }

async function added(kit: KitBasis, { c, tx, actor, body, changeSetId: own }: Saving) {
  const registered = kit.resourceOf(c)
  const row = await addRow(tx, registered.resource, actor, body, own)
  return withOfferedUndo(tx, registered, { ...row, changeSetId: own })
}

async function edited(kit: KitBasis, { c, tx, actor, body, changeSetId: own }: Saving) {
  const registered = kit.resourceOf(c)
  const { changed, ...saved } = await editRow(tx, registered.resource, actor, body, own)
  return withOfferedUndo(tx, registered, { ...saved, changeSetId: changed ? own : null })
}

export const addCall = kitCall('post', 'add', 'add', (kit, place) =>
  endpoint({
    ...place,
    ...kit.writes,
    errors: [409],
    node: kit.node('add'),
    summary: () => m.call_add(kit.title()),
    body: asItCame,
    rawBody: kit.form(addForm(kit)),
    answer: addedAnswer,
    run: (request) => added(kit, request),
    msg: () => m.success_added(),
  }),
)

export const editCall = kitCall('post', 'edit', 'edit', (kit, place) =>
  endpoint({
    ...place,
    ...kit.writes,
    node: kit.node('edit'),
    summary: () => m.call_edit(kit.title()),
    body: asItCame,
    rawBody: kit.form(editForm(kit)),
    answer: savedAnswer,
    run: (request) => edited(kit, request),
    msg: () => m.success_updated(),
  }),
)

/** Page style: a body with an id updates a row, a body without one adds a row. */
export const pageSaveCall = kitCall('post', 'page', 'save', (kit, place) => {
  const { add, edit } = kit.offers
  const isEdit = (body: Record<string, unknown>) => body.id !== undefined
  return endpoint({
    ...place,
    ...kit.writes,
    node: kit.writeNodes,
    summary: () => m.call_pageSave(kit.title()),
    body: asItCame,
    rawBody: kit.form(add && edit ? v.union([addForm(kit), editForm(kit)]) : add ? addForm(kit) : editForm(kit)),
    answer: add && edit ? v.union([savedAnswer, addedAnswer]) : add ? addedAnswer : savedAnswer,
    run: (request) => {
      const editing = isEdit(request.body)
      if (!(editing ? edit : add)) throw new AppError(404)
      if (!can(request.actor, kit.node(editing ? 'edit' : 'add'))) throw new AppError(403)
      return editing ? edited(kit, request) : added(kit, request)
    },
    msg: (_data, { body }) => (isEdit(body) ? m.success_updated() : m.success_added()),
  })
})

/** Deletes all of the rows or none. */
async function deleted(
  kit: KitBasis,
  { c, tx, actor, changeSetId: own }: Omit<Saving, 'body'>,
  ids: readonly number[],
) {
  const registered = kit.resourceOf(c)
  const count = await deleteRows(tx, registered.resource, actor, ids, own)
  return withOfferedUndo(tx, registered, { count, changeSetId: own })
}

export const delCall = kitCall('delete', 'del', 'del', (kit, place) =>
  endpoint({
    ...place,
    ...kit.writes,
    node: kit.node('del'),
    summary: () => m.call_del(kit.title()),
    query: idsQuery,
    answer: deletedAnswer,
    run: (request) => deleted(kit, request, request.query['ids[]']),
    msg: ({ count }) => m.success_deleted({ count }),
  }),
)

export const pageDelCall = kitCall('delete', 'page/{id}', 'del', (kit, place) =>
  endpoint({
    ...place,
    ...kit.writes,
    node: kit.node('del'),
    summary: () => m.call_pageDel(kit.title()),
    segments: v.object({ id: rowId }),
    answer: deletedAnswer,
    run: (request) => deleted(kit, request, [request.segments.id]),
    msg: ({ count }) => m.success_deleted({ count }),
  }),
)

export const sortCall = kitCall('post', 'sortable', 'sort', (kit, place) =>
  endpoint({
    ...place,
    ...kit.writes,
    errors: [404],
    node: kit.node('edit'),
    summary: () => m.call_sort(kit.title()),
    body: sortSchema,
    answer: addedAnswer,
    run: async ({ c, tx, actor, body, changeSetId: own }) => {
      const { id, changed } = await sortRow(tx, kit.resourceOf(c).resource, actor, body)
      return { id, changeSetId: changed ? own : null }
    },
    msg: () => m.success_sorted(),
  }),
)
