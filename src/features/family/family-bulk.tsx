import { Ban, KeyRound } from 'lucide-react'
import type { BulkAction } from '#src/crud/bulk/bulk-actions.tsx'
import { chosenRows } from '#src/crud/bulk/chosen-rows.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { lazyDialog } from '#src/ui/lazy.tsx'
import { guardians } from './guardian.queries.ts'

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
  {
    key: 'familyCodesRevoke',
    node: 'baseInfo/guardian/code',
    label: m.familyCodes_revoke,
    icon: <Ban aria-hidden size={14} />,
    question: m.familyCodes_revokeQuestion,
    run: async (target, idempotencyKey) => ({
      msg: (await guardians.revokeCodes(chosenRows(target), idempotencyKey)).msg,
    }),
  },
]
