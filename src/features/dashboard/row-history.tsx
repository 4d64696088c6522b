import { useState } from 'react'
import { textLink } from '#src/crud/list/list-link.tsx'
import { useRefreshOf } from '#src/crud/list/use-refresh.ts'
import { educateLevelDescription } from '#src/features/educate-level/educate-level.schema.ts'
import { examSchemeDescription } from '#src/features/exam-scheme/exam-scheme.schema.ts'
import { organizationDescription } from '#src/features/org/organization.schema.ts'
import { studentYearDescription } from '#src/features/student-year/student-year.schema.ts'
import { subjectDescription } from '#src/features/subject/subject.schema.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import type { Description } from '#src/resource/description.ts'
import { isRegistered, type ResourceKey } from '#src/resource/registry.ts'
import { lazyDialog } from '#src/ui/lazy.tsx'

const HistoryDialog = lazyDialog(
  async () => (await import('#src/crud/history/history-dialog.tsx')).HistoryDialog,
  ({ onClose }) => onClose(),
)

const descriptions: Partial<Record<ResourceKey, Description>> = {
  organization: organizationDescription,
  subject: subjectDescription,
  'educate-level': educateLevelDescription,
  'student-year': studentYearDescription,
  'exam-scheme': examSchemeDescription,
}

/** The name of a row. It opens the history of the row, where its resource is in the code. */
export function RowHistory({ resource, id, name }: { resource: string; id: number; name: string }) {
  const [open, setOpen] = useState(false)
  const refresh = useRefreshOf()
  const key = isRegistered(resource) ? resource : undefined
  const description = key && descriptions[key]
  if (!key || !description) return name
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        title={m.dashboard_history()}
        className={cx(textLink, 'min-h-6 text-left text-accent-ink')}
        onClick={() => setOpen(true)}
      >
        {name}
      </button>
      {open && (
        <HistoryDialog
          resource={key}
          description={description}
          id={id}
          name={name}
          onChanged={() => void Promise.all([refresh(key), refresh('dashboard')])}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
