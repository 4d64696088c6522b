import { useEffect, useRef } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useStable } from '#src/lib/use-stable.ts'
import { toaster } from '#src/ui/toast.tsx'
import { leftDraft } from './draft.ts'
import type { RecordFormTarget } from './record-form-dialog.tsx'

/** Says when a form was left behind, by a reload or an ended session, and leads back to it. */
export function useLeftDraft(
  resource: string,
  may: { add: boolean; edit: boolean },
  open: (target: RecordFormTarget) => void,
) {
  // Whoever comes back to a hidden tab has been told, or has the form still open.
  const told = useRef(false)
  const tell = useStable(() => {
    const target = told.current ? undefined : leftDraft(resource)
    told.current = true
    if (!target || !(target.kind === 'add' ? may.add : may.edit)) return
    toaster.info(m.crud_draftLeft(), { label: m.crud_draftOpen(), onClick: () => open(target) })
  })
  useEffect(() => tell(), [tell])
}
