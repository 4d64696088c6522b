import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import { endpoint } from '../endpoint/endpoint.server.ts'
import { idsQuery } from '../list/crud-query.server.ts'
import { addedView, askedViews, chosenView, editedView, type PageViews, savedView } from './view.schema.ts'
import { addView, chooseDefault, deleteViews, editView, viewsOf } from './view.server.ts'

const common = { tag: 'resource', security: 'admin' } as const
const saved = v.strictObject({ id, version: v.number() })
const unique = () => ({ saved_view_name_key: { field: 'name', label: m.view_name() } })

/**
 * The calls of saved views. They need no node: a view contains only settings, and the list itself checks access to
 * rows.
 * @param pages the pages that are no lists and have views
 */
export const viewCalls = (pages: PageViews) => ({
  index: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/view/index',
    summary: m.call_views,
    query: askedViews,
    answer: v.strictObject({
      list: v.array(savedView),
      /** Roles that the caller may share a view with. */
      roles: v.array(v.strictObject({ value: id, label: v.string() })),
    }),
    run: ({ db, actor, query }) => viewsOf(db, actor, query.resource, pages),
  }),
  add: endpoint({
    ...common,
    method: 'post',
    path: '/adminApi/view/add',
    summary: m.call_viewAdd,
    body: addedView,
    answer: saved,
    errors: [409],
    write: 'save',
    unique,
    run: ({ tx, actor, body: { resource, name, roleIds = [], state } }) =>
      addView(tx, actor, resource, { name, roleIds, state }, pages),
    msg: () => m.success_added(),
  }),
  edit: endpoint({
    ...common,
    method: 'post',
    path: '/adminApi/view/edit',
    summary: m.call_viewEdit,
    body: editedView,
    answer: saved,
    errors: [404, 409],
    write: 'save',
    unique,
    run: ({ tx, actor, body }) => editView(tx, actor, body, pages),
    msg: () => m.success_updated(),
  }),
  del: endpoint({
    ...common,
    method: 'delete',
    path: '/adminApi/view/del',
    summary: m.call_viewDel,
    query: idsQuery,
    answer: v.strictObject({ count: v.number() }),
    errors: [404],
    write: 'save',
    run: async ({ tx, actor, query }) => ({ count: await deleteViews(tx, actor, query['ids[]']) }),
    msg: ({ count }) => m.success_deleted({ count }),
  }),
  default: endpoint({
    ...common,
    method: 'post',
    path: '/adminApi/view/default',
    summary: m.call_viewDefault,
    body: chosenView,
    answer: v.strictObject({ id: v.nullable(id) }),
    errors: [404],
    write: 'save',
    run: async ({ tx, actor, body }) => {
      await chooseDefault(tx, actor, body.resource, body.id)
      return { id: body.id }
    },
    msg: () => m.success_updated(),
  }),
})
