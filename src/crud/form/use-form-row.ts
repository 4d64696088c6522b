import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useStable } from '#src/lib/use-stable.ts'
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
 * The row of a form. When the browser has it already, in a list or loaded ahead, the form begins with that at once. It
 * is loaded all the same, and the newer one counts.
 */
export function useFormRow<TRow extends Row, TForm>({ resource, description, id, whole }: Options<TRow, TForm>) {
  const client = useQueryClient()
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useQuery({
    ...resource.row(id ?? 0),
    enabled: id !== undefined,
  })
  const shown = useMemo(
    () => (id === undefined || whole ? undefined : knownRow(client, resource, id, description)),
    [client, resource, id, description, whole],
  )
  const loaded = isFetchedAfterMount && !error ? data : undefined
  const answer = loaded ?? shown
  return { answer, people: data?.people, error: isFetching ? null : error, refetch: () => void refetch() }
}

/** Loads rows before their forms open, so that these begin at once. */
export function useRowsAhead<TRow extends Row, TForm>(
  { resource, description }: Pick<Options<TRow, TForm>, 'resource' | 'description'>,
  ids: readonly number[],
): void {
  const client = useQueryClient()
  const load = useStable(() => {
    for (const id of ids) {
      if (!knownRow(client, resource, id, description)) void client.prefetchQuery(resource.row(id))
    }
  })
  const key = ids.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are loaded
  useEffect(load, [load, key])
}

/** The newest version of a row that the browser has with all fields of the form: loaded by itself, or in a list. */
function knownRow<TRow extends Row, TForm>(
  client: QueryClient,
  resource: Options<TRow, TForm>['resource'],
  id: number,
  description: Pick<Description, 'fields'>,
): RowAnswer<TRow> | undefined {
  const names = writableFields(description).flatMap((field) => (isSecret(field) ? [] : [field.name]))
  const inLists = client.getQueriesData<ListPage<TRow>>({ queryKey: [resource.key, 'list'] }).flatMap(([, page]) => {
    const row = page?.list?.find((one) => one.id === id)
    if (!page || !row || row.version === undefined || names.some((name) => !(name in row))) return []
    const answer: RowAnswer<TRow> = { row, labels: page.labels }
    return [answer]
  })
  const loaded = client.getQueryData(resource.row(id).queryKey)
  const known = loaded ? [loaded, ...inLists] : inLists
  const versions = known.map((one) => one.row.version ?? 0)
  return known[versions.indexOf(Math.max(...versions))]
}
