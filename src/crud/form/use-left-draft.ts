import { useEffect, useRef } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useStable } from '#src/lib/use-stable.ts'
import { toaster } from '#src/ui/toast.tsx'
import { leftDraft } from './draft.ts'
import type { RecordFormTarget } from './record-form-dialog.tsx'

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
    const target = offered.current || opens ? undefined : leftDraft(resource)
    offered.current = true
    if (!target || !(target.kind === 'add' ? may.add : may.edit)) return
    toaster.info(m.crud_draftLeft(), { label: m.crud_draftOpen(), onClick: () => open(target) })
  })
  useEffect(() => offer(), [offer])
}
