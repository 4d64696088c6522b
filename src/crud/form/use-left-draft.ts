import { useEffect, useRef } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { keptCode } from '#src/lib/line.ts'
import { useStable } from '#src/lib/use-stable.ts'
import { toaster } from '#src/ui/toast.tsx'
import { draftNames, takeWantedDraft } from './draft-store.ts'
import type { RecordFormTarget } from './record-form-dialog.tsx'

// A page has this code only when something is stored.
const drafts = keptCode(() => import('./draft.ts'))

/** Shows a message when a reload or an ended session has left a draft. Its button opens the form again. */
export function useLeftDraft(
  resource: string,
  may: { add: boolean; edit: boolean },
  open: (target: RecordFormTarget) => void,
  /** A form opens at once, so nothing is offered. */
  opens = false,
) {
  // A user who returns to a hidden tab has already seen the message, or still has the form open.
  const offered = useRef(false)
  const offer = useStable(() => {
    const wanted = takeWantedDraft(resource)
    const quiet = offered.current || opens || draftNames(resource).length === 0
    offered.current = true
    if (quiet && !wanted) return
    const show = (target: RecordFormTarget | undefined) => {
      if (!target || !(target.kind === 'add' ? may.add : may.edit)) return
      if (wanted) return open(target)
      toaster.hint(m.crud_draftLeft(), { label: m.crud_draftOpen(), onClick: () => open(target) })
    }
    // Without the code of forms there is no form to open. The draft stays.
    drafts().then(
      ({ leftDraft, targetOfDraft }) => show(wanted ? targetOfDraft(resource, wanted) : leftDraft(resource)),
      () => undefined,
    )
  })
  useEffect(() => offer(), [offer])
}
