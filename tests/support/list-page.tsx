import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
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
}

const all = ['index', 'add', 'edit', 'del'].map((action) => `baseInfo/subject/${action}`)

/** Renders a list page whose URL is in its state. @returns the page, the URL's search and the queries of the list */
export async function renderList({ rows = bookings(5), search, nodes = all, page: given }: Options = {}) {
  const { client: resource, asked } = memoryResource(rows)
  const at: { search: ListSearch } = { search: { ...listDefaults, ...search } }
  function Page() {
    const [now, setNow] = useState(at.search)
    const onSearch: ListPageProps['onSearch'] = (patch) => {
      at.search = { ...at.search, ...patch }
      setNow(at.search)
    }
    return (
      <ResourcePage resource={resource} description={bookingDescription} {...given} search={now} onSearch={onSearch} />
    )
  }
  const page = await renderWithData(<Page />, nodes)
  return { page, at, asked }
}

/** Renders a part of a list page, with the data that comes from the server: nobody has saved a view. */
export function renderWithData(content: React.ReactNode, nodes: readonly string[] = all) {
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
