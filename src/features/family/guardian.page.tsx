import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { guardians } from './guardian.queries.ts'
import { guardianDescription } from './guardian.schema.ts'

/** The list page of family accounts: who sees the results of which pupil. Deleting one takes the sight away. */
export function GuardianPage(props: ListPageProps) {
  return (
    <ResourcePage
      {...props}
      resource={guardians}
      description={guardianDescription}
      emptyHint={m.guardian_emptyHint()}
    />
  )
}
