import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { TreeResourcePage } from '#src/crud/list/tree-resource-page.tsx'
import { runtimeResourceQuery } from './runtime-resource.queries.ts'
import { runtimeResourceClient } from './runtime-resource-client.ts'

/** The list page of a runtime resource. */
export function RuntimeResourcePage({ path, ...props }: ListPageProps & { path: string }) {
  const { data } = useSuspenseQuery(runtimeResourceQuery(path))
  const [known, setKnown] = useState(data)
  // When the resource has been deleted or forbidden meanwhile, the page stays and its next request shows the error.
  if (data !== known && typeof data !== 'string') setKnown(data)
  const key = typeof known === 'string' ? '' : known.description.key
  const resource = useMemo(() => runtimeResourceClient(key), [key])
  // The route's guard opens this page only with a description.
  if (typeof known === 'string') return null
  // A resource is always a tree or never one, so the two never replace each other.
  const page = { ...props, resource, description: known.description }
  return known.description.tree ? <TreeResourcePage key={key} {...page} /> : <ResourcePage key={key} {...page} />
}
