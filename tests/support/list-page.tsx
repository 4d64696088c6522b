import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { render } from 'vitest-browser-react'
import type { ListPageProps, ResourcePageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { type ListSearch, listDefaults } from '#src/crud/query/list-search.ts'
import { PermissionProvider } from '#src/layout/can.tsx'
import { Toaster } from '#src/ui/toast.tsx'
import { type Booking, type BookingForm, bookingDescription, bookings, memoryResource } from './memory-resource.ts'

type Options = {
  rows?: Booking[]
  search?: Partial<ListSearch>
  nodes?: readonly string[]
  page?: Partial<ResourcePageProps<Booking, BookingForm>>
  /** Renders the page; by default the list alone. */
  frame?(list: ListPageProps, resource: ReturnType<typeof memoryResource>['client']): ReactNode
}

const all = ['index', 'add', 'edit', 'del'].map((action) => `baseInfo/subject/${action}`)

/** Renders a list page whose URL is in its state. @returns the page, the URL's search and the queries of the list */
export async function renderList({ rows = bookings(5), search, nodes = all, page: given, frame }: Options = {}) {
  const { client: resource, asked } = memoryResource(rows)
  const alone = (list: ListPageProps) => (
    <ResourcePage resource={resource} description={bookingDescription} {...given} {...list} />
  )
  const start = { ...listDefaults, ...search }
  // What the browser's history has: the last entry is on screen.
  const at = { history: [start], search: start, back: () => {} }
  function Page() {
    const [now, setNow] = useState(at.search)
    const put = (history: ListSearch[]) => {
      at.history = history
      at.search = history.at(-1) ?? start
      setNow(at.search)
    }
    at.back = () => put(at.history.slice(0, -1))
    const onSearch: ListPageProps['onSearch'] = (patch, options) => {
      const next = { ...at.search, ...patch }
      put([...(options?.replace ? at.history.slice(0, -1) : at.history), next])
    }
    return frame ? frame({ search: now, onSearch }, resource) : alone({ search: now, onSearch })
  }
  const page = await renderWithData(<Page />, nodes)
  return { page, at, asked }
}

/** Renders a part of a list page, with the data that comes from the server: nobody has saved a view. */
export function renderWithData(content: ReactNode, nodes: readonly string[] = all) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(['views', 'subject'], { list: [], roles: [] })
  return render(
    <QueryClientProvider client={client}>
      <PermissionProvider holder={{ super: false, nodes: new Set(nodes) }}>
        <main className="p-4">{content}</main>
      </PermissionProvider>
      <Toaster />
    </QueryClientProvider>,
  )
}
