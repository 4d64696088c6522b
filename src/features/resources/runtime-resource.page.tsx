import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { runtimeResourceQuery } from './runtime-resource.queries.ts'
import { runtimeResourceClient } from './runtime-resource-client.ts'

/** The list screen of a resource that exists only as a description in the database. */
export function RuntimeResourcePage({ path, ...props }: ListPageProps & { path: string }) {
  const { data } = useSuspenseQuery(runtimeResourceQuery(path))
  const [known, setKnown] = useState(data)
  // Gone or forbidden since: what is on screen stays, and its next call says so.
  if (data !== known && typeof data !== 'string') setKnown(data)
  const key = typeof known === 'string' ? '' : known.description.key
  const resource = useMemo(() => runtimeResourceClient(key), [key])
  // The guard lets nobody come this far without one.
  if (typeof known === 'string') return null
  return <ResourcePage key={key} {...props} resource={resource} description={known.description} />
}
