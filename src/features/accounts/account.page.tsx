import { Braces, Glasses, KeyRound, Lock, LockOpen, MonitorSmartphone, ShieldOff } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { BulkAction } from '#src/crud/bulk/bulk-actions.tsx'
import { sendBulkEdit } from '#src/crud/bulk/bulk-calls.ts'
import { offerUndo } from '#src/crud/calls/undo.ts'
import type { FieldProps } from '#src/crud/fields/use-bound-field.ts'
import { AfterImport } from '#src/crud/import/after-import.ts'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { useRefresh } from '#src/crud/list/use-refresh.ts'
import type { RowAction } from '#src/crud/row/row-actions.tsx'
import { beginView } from '#src/features/auth/view-as.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { useKit } from '#src/layout/kit-context.ts'
import { randomId } from '#src/lib/random-id.ts'
import { SUPER } from '#src/resource/registry.ts'
import { lazyDialog } from '#src/ui/lazy.tsx'
import { accounts } from './account.queries.ts'
import type { AccountRow } from './account.row.ts'
import { accountDescription } from './account.schema.ts'
import { ActivationCodes } from './activation-codes.tsx'
import { NewPasswordField } from './new-password-field.tsx'

const ResetDialog = lazyDialog(
  async () => (await import('./reset-dialog.tsx')).ResetDialog,
  ({ onClose }) => onClose(),
)
const SignInsDialog = lazyDialog(
  async () => (await import('./sign-ins-dialog.tsx')).SignInsDialog,
  ({ onClose }) => onClose(),
)

const ApiTokensDialog = lazyDialog(
  async () => (await import('./api-tokens-dialog.tsx')).ApiTokensDialog,
  ({ onClose }) => onClose(),
)

const RemoveFactorsDialog = lazyDialog(
  async () => (await import('./remove-factors-dialog.tsx')).RemoveFactorsDialog,
  ({ onClose }) => onClose(),
)

type About = { row: AccountRow; what: 'reset' | 'signIns' | 'apiTokens' | 'factors' }

/** The list page of the accounts of the back office. @param me the user's own account */
export function AccountPage({ me, ...props }: ListPageProps & { me: number }) {
  const can = useCan()
  const [mayEdit, mayView] = [can('user-role/user/edit'), can(SUPER)]
  const { timeZone } = useKit()
  const refresh = useRefresh(accounts.key)
  const [about, setAbout] = useState<About>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `refresh` does the same in every render
  const actions = useMemo(
    () => [
      ...(mayEdit ? accountActions({ me, onAsk: setAbout, onChanged: () => void refresh() }) : []),
      ...(mayView ? [viewing] : []),
    ],
    [mayEdit, mayView, me],
  )
  const dialog = about && {
    id: about.row.id,
    name: about.row.nickname || about.row.name || about.row.username,
    onClose: () => setAbout(undefined),
    onChanged: () => void refresh(),
  }
  return (
    <AfterImport value={afterImport}>
      <ResourcePage
        {...props}
        resource={accounts}
        description={accountDescription}
        controls={controls}
        actions={actions}
        bulkActions={bulkActions}
        emptyHint={m.user_emptyHint()}
      />
      {about?.what === 'reset' && dialog && <ResetDialog {...dialog} />}
      {about?.what === 'signIns' && dialog && <SignInsDialog {...dialog} timeZone={timeZone} />}
      {about?.what === 'apiTokens' && dialog && <ApiTokensDialog {...dialog} timeZone={timeZone} />}
      {about?.what === 'factors' && dialog && <RemoveFactorsDialog {...dialog} />}
    </AfterImport>
  )
}

const controls = { password: (props: FieldProps) => <NewPasswordField {...props} /> }
const afterImport = (changeSetId: number) => <ActivationCodes changeSetId={changeSetId} />

/** Super administrators look at the back office as somebody else sees it. */
const viewing: RowAction<AccountRow> = {
  key: 'viewAs',
  label: m.viewAs_action,
  icon: <Glasses aria-hidden size={14} />,
  shown: ({ super: all, status }) => !all && status === 1,
  run: ({ id }) => void beginView(id).catch(toastFailure),
}

type Acting = { me: number; onAsk(about: About): void; onChanged(): void }

/** The own account is neither locked nor reset here: its owner changes the password in the profile. */
function accountActions({ me, onAsk, onChanged }: Acting): RowAction<AccountRow>[] {
  const setStatus = async ({ id, version, status }: AccountRow) => {
    try {
      const { msg, data } = await accounts.edit({ id, version, status: 1 - status }, randomId())
      offerUndo(msg, data.changeSetId, onChanged)
      onChanged()
    } catch (error) {
      toastFailure(error)
    }
  }
  return [
    {
      key: 'lock',
      label: ({ status }) => (status === 1 ? m.user_lock() : m.user_unlock()),
      icon: <Lock aria-hidden size={14} />,
      shown: ({ id }) => id !== me,
      run: (row) => void setStatus(row),
    },
    {
      key: 'reset',
      label: m.user_reset,
      icon: <KeyRound aria-hidden size={14} />,
      shown: ({ id }) => id !== me,
      run: (row) => onAsk({ row, what: 'reset' }),
    },
    {
      key: 'factors',
      label: m.user_removeFactors,
      icon: <ShieldOff aria-hidden size={14} />,
      shown: ({ id, factor }) => id !== me && factor === 1,
      run: (row) => onAsk({ row, what: 'factors' }),
    },
    {
      key: 'signIns',
      label: m.user_signIns,
      icon: <MonitorSmartphone aria-hidden size={14} />,
      run: (row) => onAsk({ row, what: 'signIns' }),
    },
    {
      key: 'apiTokens',
      label: m.user_apiTokens,
      icon: <Braces aria-hidden size={14} />,
      run: (row) => onAsk({ row, what: 'apiTokens' }),
    },
  ]
}

const bulkActions: readonly BulkAction[] = [
  {
    key: 'lock',
    node: 'user-role/user/edit',
    label: m.user_lock,
    icon: <Lock aria-hidden size={14} />,
    question: m.user_lockQuestion,
    run: (target, idempotencyKey) =>
      sendBulkEdit({ key: accounts.key, target, values: { status: 0 }, preview: false, idempotencyKey }),
  },
  {
    key: 'unlock',
    node: 'user-role/user/edit',
    label: m.user_unlock,
    icon: <LockOpen aria-hidden size={14} />,
    run: (target, idempotencyKey) =>
      sendBulkEdit({ key: accounts.key, target, values: { status: 1 }, preview: false, idempotencyKey }),
  },
]
