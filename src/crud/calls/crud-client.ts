import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { leaveWhenSignedOut } from '#src/backend/session-end.ts'
import type { JsonObject } from '#src/lib/json.ts'
import type { SelectOption } from '#src/lib/select-option.ts'
import type { ResourceKey } from '#src/resource/registry.ts'
import type { countCall, indexCall, rowCall, sumsCall } from '#src/server/crud/read-calls.server.ts'
import type { delCall, editCall } from '#src/server/crud/write-calls.server.ts'
import type { KitAnswer } from '#src/server/endpoint/call-types.ts'
import type { ChoicePage, ChoiceSource, WantedLevels } from './choice-source.ts'
import { crudDelete, crudGet, crudPost } from './crud-rpc.ts'

const CHOICES_A_PAGE = 10

/** A page of rows. Its total is missing when it was not asked for. */
export type ListPage<TRow> = Omit<KitAnswer<typeof indexCall>, 'list'> & { list: TRow[] }
export type ListTotal = KitAnswer<typeof countCall>
export type RowAnswer<TRow> = Omit<KitAnswer<typeof rowCall>, 'row'> & { row: TRow }
/** The sums by field name; null when there is nothing to add up. */
export type Sums = KitAnswer<typeof sumsCall>['sums']
export type ListParams = Record<string, string | string[]>
/** A back end of another kind answers less. */
type Known<T, K extends keyof T> = Pick<T, K> & Partial<T>
type Written = Known<KitAnswer<typeof editCall>, 'id'>
export type WriteAnswer = { data: Written; msg: string }
export type DeleteAnswer = { data: Known<KitAnswer<typeof delCall>, 'count'>; msg: string }

/**
 * The calls of one resource. `TRow` is the row type of its table, and `TForm` the type of its form. A resource that is
 * only read has no form.
 */
export function crudClient<TRow, TForm = never>(key: ResourceKey) {
  return {
    key,
    list: (query: ListParams) =>
      queryOptions({
        queryKey: [key, 'list', query],
        queryFn: ({ signal }) => crudGet<ListPage<TRow>>({ data: { key, action: 'index', query }, signal }),
        placeholderData: keepPreviousData,
      }),
    /** The number of rows that a search finds. Its page does not matter, so pages turn without counting again. */
    total: (query: ListParams) =>
      queryOptions({
        queryKey: [key, 'total', query],
        queryFn: ({ signal }) => crudGet<ListTotal>({ data: { key, action: 'count', query }, signal }),
      }),
    /** The totals that the description defines, over all rows that a search finds. */
    sums: (query: ListParams) =>
      queryOptions({
        queryKey: [key, 'sums', query],
        queryFn: ({ signal }) => crudGet<{ sums: Sums }>({ data: { key, action: 'sums', query }, signal }),
        placeholderData: keepPreviousData,
      }),
    row: (id: number) =>
      queryOptions({
        queryKey: [key, 'row', id],
        queryFn: ({ signal }) =>
          crudGet<RowAnswer<TRow>>({ data: { key, action: 'edit', query: { id: String(id) } }, signal }),
        // An editor always starts from the currently stored row.
        staleTime: 0,
      }),
    /** The choices of a relation, page by page, for controls that load more on demand. */
    choices: (field: (keyof TForm & string) | `${keyof TForm & string}.${string}`): ChoiceSource => ({
      key: [key, 'choices', field],
      load: async ({ quickSearch, page, parent }, signal) => {
        const query = { field, quickSearch, page: String(page), limit: String(CHOICES_A_PAGE) }
        return crudGet<ChoicePage>({
          data: { key, action: 'select', query: parent === undefined ? query : { ...query, parent } },
          signal,
        })
      },
      names: (values, signal) => choices(key, { field, values: values.join(',') }, signal),
      whole: async (signal) => {
        const query = { field, whole: '1' }
        const { list, more } = await crudGet<TreePage>({ data: { key, action: 'select', query }, signal })
        return { nodes: list.map(({ value, ...node }) => ({ id: value, ...node })), tooMany: more }
      },
      levels: async (wanted, signal) => {
        const query = { field, whole: 'levels', ...levelQuery(wanted) }
        const { list, more } = await crudGet<TreePage>({ data: { key, action: 'select', query }, signal })
        return {
          nodes: list.map(({ value, children, found: _found, ...node }) => ({
            id: value,
            more: children === true,
            ...node,
          })),
          complete: !more,
          found: list.filter(({ found }) => found).map(({ value }) => value),
        }
      },
    }),
    add: (form: TForm, idempotencyKey: string) =>
      crudPost<Written>({ data: { key, action: 'add', body: json(form), idempotencyKey } }),
    edit: (form: Partial<TForm> & { id: number; version: number }, idempotencyKey: string) =>
      crudPost<Written>({ data: { key, action: 'edit', body: json(form), idempotencyKey } }),
    sort: (id: number, targetId: number, idempotencyKey: string) =>
      crudPost<Written>({ data: { key, action: 'sortable', body: { id, targetId }, idempotencyKey } }).catch(
        leaveWhenSignedOut,
      ),
    del: (ids: number[], idempotencyKey: string) =>
      crudDelete<DeleteAnswer['data']>({ data: { key, ids, idempotencyKey } }).catch(leaveWhenSignedOut),
  }
}

type TreeOption = {
  value: number
  parent: number | null
  label: string
  hint?: string
  children?: boolean
  found?: boolean
}
type TreePage = { list: TreeOption[]; more: boolean }

function levelQuery(wanted: WantedLevels): Record<string, string> {
  if ('parent' in wanted) return { parent: String(wanted.parent) }
  if ('quickSearch' in wanted) return { quickSearch: wanted.quickSearch }
  return wanted.values.length > 0 ? { values: wanted.values.join(',') } : {}
}

async function choices(key: string, query: ListParams, signal: AbortSignal): Promise<SelectOption[]> {
  const { list } = await crudGet<{ list: SelectOption[] }>({ data: { key, action: 'select', query }, signal })
  return list
}

/** Seam: a form contains column values: text, numbers, lists of them, and null. */
function json(form: unknown): JsonObject {
  return form as JsonObject
}
