import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { corrections } from './correction.queries.ts'
import { correctionDescription } from './correction.schema.ts'
import { useDecisions } from './use-decisions.tsx'

/** The list page of the corrections of all exams. */
export function CorrectionPage(props: ListPageProps) {
  const { actions, dialog } = useDecisions()
  return (
    <>
      <ResourcePage
        {...props}
        resource={corrections}
        description={correctionDescription}
        actions={actions}
        emptyHint={m.correction_emptyHint()}
      />
      {dialog}
    </>
  )
}
