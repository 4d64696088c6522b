import { KeyRound } from 'lucide-react'
import type { BulkAction } from '#src/crud/bulk/bulk-actions.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { lazyDialog } from '#src/ui/lazy.tsx'

const CodesDialog = lazyDialog(
  async () => (await import('./codes-dialog.tsx')).CodesDialog,
  ({ onClose }) => onClose(),
)

/** What is done about the families of the selected pupils. */
export const familyBulkActions: readonly BulkAction[] = [
  {
    key: 'familyCodes',
    node: 'baseInfo/guardian/code',
    label: m.familyCodes_action,
    icon: <KeyRound aria-hidden size={14} />,
    dialog: ({ target, count, onClose }) => <CodesDialog target={target} count={count} onClose={onClose} />,
  },
]
