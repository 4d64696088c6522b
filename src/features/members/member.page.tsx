import { Coins, Star, UserCheck, UserX } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { FieldProps } from '#src/crud/fields/use-bound-field.ts'
import { AfterImport } from '#src/crud/import/after-import.ts'
import type { ListFilters } from '#src/crud/list/list-slots.ts'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { useRefresh } from '#src/crud/list/use-refresh.ts'
import type { RowAction } from '#src/crud/row/row-actions.tsx'
import { accountActions } from '#src/features/accounts/account-actions.tsx'
import { AccountDialogs, type AskedAbout } from '#src/features/accounts/account-dialogs.tsx'
import { ActivationCodes } from '#src/features/accounts/activation-codes.tsx'
import { NewPasswordField } from '#src/features/accounts/new-password-field.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { useKit } from '#src/layout/kit-context.ts'
import { lazyDialog } from '#src/ui/lazy.tsx'
import { closedName } from './closed-name.ts'
import { ClosingFilter } from './closing-filter.tsx'
import { members } from './member.queries.ts'
import type { MemberRow } from './member.row.ts'
import { memberDescription } from './member.schema.ts'
import { memberBulkActions } from './member-bulk.tsx'
import { memberCells } from './member-cells.tsx'
import { memberFacts } from './member-facts.ts'
import { ledgerNode, type MemberLedger } from './member-ledgers.ts'

const CloseDialog = lazyDialog(
  async () => (await import('./close-dialog.tsx')).CloseDialog,
  ({ onClose }) => onClose(),
)

const RefuseClosingDialog = lazyDialog(
  async () => (await import('./refuse-closing-dialog.tsx')).RefuseClosingDialog,
  ({ onClose }) => onClose(),
)

type MemberPageProps = ListPageProps & {
  /** Opens the entries of a member in a ledger. */
  onLedger(ledger: MemberLedger, id: number): void
}

/** The list page of members. */
export function MemberPage({ onLedger, ...props }: MemberPageProps) {
  const can = useCan()
  const [mayEdit, mayClose] = [can('user/user/edit'), can('user/user/del')]
  const [seesMoney, seesScore] = [ledgerNode('money', can), ledgerNode('score', can)]
  const refresh = useRefresh(members.key)
  const [about, setAbout] = useState<{ row: MemberRow; what: AskedAbout }>()
  const [closing, setClosing] = useState<{ row: MemberRow; what: 'close' | 'refuse' }>()
  const { timeZone } = useKit()
  const facts = useMemo(() => memberFacts(timeZone), [timeZone])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `refresh` and `onLedger` do the same in every render
  const actions = useMemo(() => {
    const editing = () =>
      accountActions<MemberRow>({
        edit: members.edit,
        onAsk: (row, what) => setAbout({ row, what }),
        onChanged: () => void refresh(),
      })
    const money: RowAction<MemberRow> = {
      key: 'money',
      label: m.member_moneyEntries,
      icon: <Coins aria-hidden size={14} />,
      run: ({ id }) => onLedger('money', id),
    }
    const score: RowAction<MemberRow> = {
      key: 'score',
      label: m.member_scoreEntries,
      icon: <Star aria-hidden size={14} />,
      run: ({ id }) => onLedger('score', id),
    }
    const close: RowAction<MemberRow> = {
      key: 'close',
      label: m.member_close,
      icon: <UserX aria-hidden size={14} />,
      shown: ({ id, username }) => username !== closedName(id),
      run: (row) => setClosing({ row, what: 'close' }),
    }
    const refuse: RowAction<MemberRow> = {
      key: 'refuseClosing',
      label: m.member_refuseClosing,
      icon: <UserCheck aria-hidden size={14} />,
      shown: ({ closingDue }) => closingDue !== null,
      run: (row) => setClosing({ row, what: 'refuse' }),
    }
    return [
      ...(mayEdit ? editing() : []),
      ...(seesMoney ? [money] : []),
      ...(seesScore ? [score] : []),
      ...(mayClose ? [refuse, close] : []),
    ]
  }, [mayEdit, mayClose, seesMoney, seesScore])
  const dialogOf = ({ id, nickname, name, username }: MemberRow) => ({
    id,
    name: nickname || name || username,
    onClose: () => setClosing(undefined),
    onChanged: () => void refresh(),
  })
  return (
    <AfterImport value={afterImport}>
      <ResourcePage
        {...props}
        resource={members}
        description={memberDescription}
        cells={memberCells}
        facts={facts}
        controls={controls}
        actions={actions}
        bulkActions={memberBulkActions}
        filters={closingFilter}
        emptyHint={m.member_emptyHint()}
      />
      {closing?.what === 'close' && <CloseDialog {...dialogOf(closing.row)} />}
      {closing?.what === 'refuse' && <RefuseClosingDialog {...dialogOf(closing.row)} />}
      <AccountDialogs of="member" about={about} onClose={() => setAbout(undefined)} onChanged={() => void refresh()} />
    </AfterImport>
  )
}

const closingFilter = (filters: ListFilters<MemberRow>) => <ClosingFilter filters={filters} />
const controls = { password: (props: FieldProps) => <NewPasswordField {...props} /> }
const afterImport = (changeSetId: number) => <ActivationCodes of="member" changeSetId={changeSetId} />
