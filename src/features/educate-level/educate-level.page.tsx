import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { educateLevels } from './educate-level.queries.ts'
import { levelErrors } from './educate-level.rules.ts'
import { educateLevelDescription } from './educate-level.schema.ts'

/** The levels of education with their grades. */
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
