import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Description } from '#src/resource/description.ts'
import { isSecret } from '#src/resource/field-traits.ts'
import { writableFields } from '#src/resource/form-values.ts'
import type { crudClient, ListPage, RowAnswer } from '../calls/crud-client.ts'

type Row = object & { id: number; version?: number }

type Options<TRow extends Row, TForm> = {
  resource: Pick<ReturnType<typeof crudClient<TRow, TForm>>, 'key' | 'row'>
  description: Pick<Description, 'fields'>
  /** Undefined while there is no row to load. */
  id: number | undefined
  /** Only what was loaded counts, not what a list on screen knows of the row. */
  whole?: boolean
}

/**
 * The row of a form. When a list on screen has it, the form begins with that at once. It is loaded all the same, and
 * the newer one counts.
 */
export function useFormRow<TRow extends Row, TForm>({ resource, description, id, whole }: Options<TRow, TForm>) {
  const client = useQueryClient()
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useQuery({
    ...resource.row(id ?? 0),
    enabled: id !== undefined,
  })
  const shown = useMemo(
    () => (id === undefined || whole ? undefined : rowOnScreen<TRow>(client, resource.key, id, description)),
    [client, resource.key, id, description, whole],
  )
  const loaded = isFetchedAfterMount && !error ? data : undefined
  const answer = loaded ?? shown
  return { answer, people: data?.people, error: isFetching ? null : error, refetch: () => void refetch() }
}

/** The newest version of a row in the lists that the browser has, if it has all fields of the form. */
function rowOnScreen<TRow extends Row>(
  client: QueryClient,
  key: string,
  id: number,
  description: Pick<Description, 'fields'>,
): RowAnswer<TRow> | undefined {
  const names = writableFields(description).flatMap((field) => (isSecret(field) ? [] : [field.name]))
  const known = client.getQueriesData<ListPage<TRow>>({ queryKey: [key, 'list'] }).flatMap(([, page]) => {
    const row = page?.list?.find((one) => one.id === id)
    if (!page || !row || row.version === undefined || names.some((name) => !(name in row))) return []
    const answer: RowAnswer<TRow> = { row, labels: page.labels }
    return [answer]
  })
  const versions = known.map((one) => one.row.version ?? 0)
  return known[versions.indexOf(Math.max(...versions))]
}
