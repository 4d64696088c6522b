import { Coins, Star } from 'lucide-react'
import type { BulkAction } from '#src/crud/bulk/bulk-actions.tsx'
import { lockActions } from '#src/features/accounts/account-actions.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { lazyDialog } from '#src/ui/lazy.tsx'

const AdjustDialog = lazyDialog(
  async () => (await import('#src/features/ledger/adjust-dialog.tsx')).AdjustDialog,
  ({ onClose }) => onClose(),
)

/** What can be done with the selected members, or with all that the search finds. */
export const memberBulkActions: readonly BulkAction[] = [
  ...lockActions('member', 'user/user/edit'),
  {
    key: 'money',
    node: 'user/moneyLog/add',
    label: m.member_adjustMoney,
    icon: <Coins aria-hidden size={14} />,
    dialog: (props) => <AdjustDialog {...props} kind="money" />,
  },
  {
    key: 'score',
    node: 'user/scoreLog/add',
    label: m.member_adjustScore,
    icon: <Star aria-hidden size={14} />,
    dialog: (props) => <AdjustDialog {...props} kind="score" />,
  },
]
