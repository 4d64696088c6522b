import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { BackendError } from '#src/backend/backend-error.ts'
import { type FilterTree, filterTree } from '#src/resource/filter-tree.ts'
import { orderParams, orderText } from '#src/resource/order.ts'
import type { AnswerOf } from '#src/server/endpoint/call-types.ts'
import type { viewCalls } from '#src/server/views/view.api.server.ts'
import { deleting, getting, posting } from '../calls/endpoint-calls.ts'
import { type ListSearch, listDefaults } from '../query/list-search.ts'
import type { ListLayout } from './list-layout.ts'

/** The state that a view stores: the conditions and columns of a list, or the search of another page. */
export type ListView = ListLayout & {
  quickSearch?: string
  filter?: FilterTree
  /** `name,asc` */
  order?: string[]
  limit?: number
  search?: NonNullable<SavedListView['state']['search']>
}

type Calls = ReturnType<typeof viewCalls>
export type Views = AnswerOf<Calls['index']>
export type SavedListView = Views['list'][number]

const none: Views = { list: [], roles: [] }

/** The saved views of a resource that the user may use: own views, and views shared with the user's roles. */
export function viewsQuery(resource: string) {
  return queryOptions({
    queryKey: ['views', resource],
    queryFn: async ({ signal }) => {
      try {
        return await savedViews.index({ resource }, signal)
      } catch (error) {
        // A pig back end has no views. Lists work without them.
        if (error instanceof BackendError && (error.code === 404 || error.code === 501)) return none
        throw error
      }
    },
    staleTime: 300_000,
  })
}

/** The calls of saved views. */
export const savedViews = {
  index: getting<Calls['index']>('/adminApi/view/index'),
  add: posting<Calls['add']>('/adminApi/view/add'),
  edit: posting<Calls['edit']>('/adminApi/view/edit'),
  del: deleting<Calls['del']>('/adminApi/view/del'),
  /** Makes a view the user's default of its list; null for none. */
  choose: posting<Calls['default']>('/adminApi/view/default'),
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
