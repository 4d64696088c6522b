import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { BackendError } from '#src/backend/backend-error.ts'
import { type FilterTree, filterTree } from '#src/resource/filter-tree.ts'
import { orderParams, orderText } from '#src/resource/order.ts'
import { crudDelete, crudGet, crudPost } from '../calls/crud-rpc.ts'
import { type ListSearch, listDefaults } from '../query/list-search.ts'
import type { ListLayout } from './list-layout.ts'

/** The list state that a view stores: its conditions and its columns. */
export type ListView = ListLayout & {
  quickSearch?: string
  filter?: FilterTree
  /** `name,asc` */
  order?: string[]
  limit?: number
}

export type SavedListView = {
  id: number
  version: number
  name: string
  ownerId: number
  ownerName: string
  editable: boolean
  roleIds: number[]
  state: ListView
  isDefault: boolean
}

export type Views = { list: SavedListView[]; roles: { value: number; label: string }[] }

/** The value in a URL when the user chose no view. The user's default view is then not applied again. */
export const NO_VIEW = 0

const none: Views = { list: [], roles: [] }

/** The saved views of a resource that the user may use: own views, and views shared with the user's roles. */
export function viewsQuery(resource: string) {
  return queryOptions({
    queryKey: ['views', resource],
    queryFn: async ({ signal }) => {
      try {
        const query = { resource }
        return await crudGet<Views>({ data: { key: 'view', action: 'index', query }, signal })
      } catch (error) {
        // A pig back end has no views. Lists work without them.
        if (error instanceof BackendError && (error.code === 404 || error.code === 501)) return none
        throw error
      }
    },
    staleTime: 300_000,
  })
}

type Content = { name: string; roleIds: number[]; state: ListView }

// Seam: the types of the bodies guarantee that they are JSON.
const json = (body: object) => body as Parameters<typeof crudPost>[0]['data']['body']
const post = (action: string, body: object, idempotencyKey: string) =>
  crudPost<{ id: number } | null>({ data: { key: 'view', action, body: json(body), idempotencyKey } })

/** The calls that write saved views. */
export const savedViewCalls = {
  add: (resource: string, content: Content, key: string) => post('add', { resource, ...content }, key),
  edit: (view: Pick<SavedListView, 'id' | 'version'>, content: Partial<Content>, key: string) =>
    post('edit', { id: view.id, version: view.version, ...content }, key),
  del: (id: number, idempotencyKey: string) => crudDelete({ data: { key: 'view', ids: [id], idempotencyKey } }),
  makeDefault: (resource: string, id: number | null, key: string) => post('default', { resource, id }, key),
}

/** The search of a list when the user opens a view. */
export function searchOfView({ id, state }: Pick<SavedListView, 'id' | 'state'>): ListSearch {
  const parts = (state.order ?? []).map((part) => {
    const [field = '', direction] = part.split(',')
    return { field, desc: direction === 'desc' }
  })
  return {
    page: 1,
    cursor: undefined,
    open: undefined,
    mode: listDefaults.mode,
    view: id,
    limit: state.limit ?? listDefaults.limit,
    order: orderText(parts),
    quickSearch: state.quickSearch ?? '',
    // The database stores the keys of a condition in another order. Parsing restores it for comparisons as text.
    filter: v.parse(filterTree, state.filter),
  }
}

export function layoutOfView({ state }: Pick<SavedListView, 'state'>): ListLayout {
  const { columns, widths, pins, density } = state
  return { columns, widths, pins, density }
}

/** The state of the current list, as a view stores it. */
export function viewStateOf(search: ListSearch, layout: ListLayout): ListView {
  const { quickSearch, filter, order, limit } = search
  return {
    ...layout,
    ...(quickSearch ? { quickSearch } : {}),
    ...(filter ? { filter } : {}),
    ...(order ? { order: orderParams(order) } : {}),
    ...(limit === listDefaults.limit ? {} : { limit }),
  }
}

/** Whether a list's search differs from that of its view. */
export function differs(view: SavedListView, search: ListSearch): boolean {
  const own = searchOfView(view)
  const key = ({ limit, order, quickSearch, filter }: ListSearch) => JSON.stringify([limit, order, quickSearch, filter])
  return key(own) !== key(search)
}

/** Whether a URL contains no list state. The list then opens with the user's default view. */
export function isPristine(search: ListSearch): boolean {
  const { page, limit, order, quickSearch, filter, cursor, mode, view, open } = search
  const plain =
    page === 1 && mode === listDefaults.mode && limit === listDefaults.limit && order === '' && quickSearch === ''
  return plain && !filter && cursor === undefined && view === undefined && open === undefined
}
