import { crudClient } from '#src/crud/calls/crud-client.ts'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { levelErrors } from './educate-level.rules.ts'
import { type EducateLevelForm, educateLevelDescription } from './educate-level.schema.ts'
import type { EducateLevelRow } from './educate-level.table.server.ts'

/** The typed client of the education level controller. */
const educateLevels = crudClient<EducateLevelRow, EducateLevelForm>('educate-level')

/** The list page of education levels and their grades. */
export function EducateLevelPage(props: ListPageProps) {
  return (
    <ResourcePage
      {...props}
      resource={educateLevels}
      description={educateLevelDescription}
      check={levelErrors}
      emptyHint={m.educateLevel_emptyHint()}
    />
  )
}
