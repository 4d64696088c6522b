import { queryOptions } from '@tanstack/react-query'
import type { crudClient, ListPage, ListParams, ListTotal, WriteAnswer } from '#src/crud/calls/crud-client.ts'
import type { Description } from '#src/resource/description.ts'
import { label } from './label.ts'

/** A ledger: accounts and what was booked on them. */
export type Booking = { id: number; version: number; name: string; kind: string; cents: number; note: string }
export type BookingForm = Omit<Booking, 'id' | 'version'>

export const bookingDescription: Description<Booking> = {
  key: 'subject',
  menu: 'baseInfo/subject',
  title: label('Booking'),
  plural: label('Bookings'),
  rowTitle: 'name',
  fields: [
    { name: 'name', type: 'text', label: label('Name'), required: true },
    {
      name: 'kind',
      type: 'select',
      label: label('Kind'),
      options: [
        { value: 'in', label: label('Paid in') },
        { value: 'out', label: label('Paid out') },
      ],
    },
    { name: 'cents', type: 'money', label: label('Amount') },
    { name: 'note', type: 'text', label: label('Note') },
  ],
  quickSearch: ['name'],
  sorts: ['name'],
  defaultOrder: 'id,asc',
}

export const bookings = (count: number): Booking[] =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    version: 1,
    name: `Booking ${at + 1}`,
    kind: at % 2 === 0 ? 'in' : 'out',
    cents: (at + 1) * 100,
    note: '',
  }))

type Client = ReturnType<typeof crudClient<Booking, BookingForm>>

/** The calls of a resource whose rows are in memory. `asked` has the queries of its lists. */
export function memoryResource(rows: Booking[]) {
  const asked: ListParams[] = []
  const found = (query: ListParams) =>
    rows.filter(({ kind }) => typeof query.filter !== 'string' || query.filter.includes(`"${kind}"`))
  const written = async (id: number): Promise<WriteAnswer> => ({ data: { id, version: 2 }, msg: 'Saved' })
  const client: Client = {
    key: 'subject',
    list: (query) =>
      queryOptions({
        queryKey: ['subject', 'list', query],
        queryFn: async (): Promise<ListPage<Booking>> => {
          asked.push(query)
          const list = found(query)
          const limit = Number(query.limit ?? 20)
          const from = (Number(query.page ?? 1) - 1) * limit
          return { list: list.slice(from, from + limit), total: list.length, labels: {} }
        },
      }),
    total: (query) =>
      queryOptions({
        queryKey: ['subject', 'total', query],
        queryFn: async (): Promise<ListTotal> => ({ total: found(query).length }),
      }),
    sums: (query) => queryOptions({ queryKey: ['subject', 'sums', query], queryFn: async () => ({ sums: {} }) }),
    row: (id) =>
      queryOptions({
        queryKey: ['subject', 'row', id],
        queryFn: async () => {
          const row = rows.find((one) => one.id === id)
          if (!row) throw new Error('no such row')
          return { row, labels: {} }
        },
        staleTime: 0,
      }),
    choices: () => ({ key: ['none'], load: async () => ({ list: [], more: false }), names: async () => [] }),
    add: () => written(rows.length + 1),
    edit: ({ id }) => written(id),
    sort: written,
    del: async (ids) => ({ data: { count: ids.length }, msg: 'Deleted' }),
  }
  return { client, asked }
}
