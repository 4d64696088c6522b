import { crudClient } from '#src/crud/calls/crud-client.ts'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { type CrudRow, crudDescription } from './generator.schema.ts'

/** The typed client of the generator's log. */
export const generations = crudClient<CrudRow>('crud')

export function GeneratorPage(props: ListPageProps) {
  return <ResourcePage {...props} resource={generations} description={crudDescription} />
}
