import { useQuery } from '@tanstack/react-query'
import { CopyPlus } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import type { Description } from '#src/resource/description.ts'
import { Button } from '#src/ui/button.tsx'
import { lazyDialog } from '#src/ui/lazy.tsx'
import { currentTermQuery, teachings } from './teaching.queries.ts'
import { type TeachingListRow, teachingDescription } from './teaching.schema.ts'

const CopyDialog = lazyDialog(
  async () => (await import('./copy-dialog.tsx')).CopyDialog,
  ({ onClose }) => onClose(),
)

/** The list page of teaching assignments. New ones begin with the current term. */
export function TeachingPage(props: ListPageProps) {
  const may = useCan()('baseInfo/teaching/add')
  const [copying, setCopying] = useState(false)
  const { data } = useQuery({ ...currentTermQuery, enabled: may })
  const term = data?.id ?? null
  const description = useMemo(() => beginningWith(term), [term])
  return (
    <>
      <ResourcePage
        {...props}
        resource={teachings}
        description={description}
        emptyHint={m.teaching_emptyHint()}
        buttons={
          may && (
            <Button icon={<CopyPlus aria-hidden size={16} />} onClick={() => setCopying(true)}>
              {m.teaching_copy()}
            </Button>
          )
        }
      />
      {copying && <CopyDialog current={term} onClose={() => setCopying(false)} />}
    </>
  )
}

/** The description in which a new assignment belongs to this term. */
function beginningWith(term: number | null): Description<TeachingListRow> {
  const fields = teachingDescription.fields.map((field) =>
    field.name === 'termId' && term !== null ? { ...field, default: term } : field,
  )
  return { ...teachingDescription, fields }
}
