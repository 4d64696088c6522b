import { Braces, Glasses } from 'lucide-react'
import { useMemo, useState } from 'react'
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
import { SUPER } from '#src/resource/registry.ts'
import { accounts } from './account.queries.ts'
import type { AccountRow } from './account.row.ts'
import { accountDescription } from './account.schema.ts'
import { accountActions, lockActions } from './account-actions.tsx'
import { AccountDialogs, type AskedAbout } from './account-dialogs.tsx'
import { ActivationCodes } from './activation-codes.tsx'
import { NewPasswordField } from './new-password-field.tsx'

/** The list page of the accounts of the back office. @param me the user's own account */
export function AccountPage({ me, ...props }: ListPageProps & { me: number }) {
  const can = useCan()
  const [mayEdit, mayView] = [can('user-role/user/edit'), can(SUPER)]
  const refresh = useRefresh(accounts.key)
  const [about, setAbout] = useState<{ row: AccountRow; what: AskedAbout }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `refresh` does the same in every render
  const actions = useMemo(() => {
    const ask = (row: AccountRow, what: AskedAbout) => setAbout({ row, what })
    const tokens: RowAction<AccountRow> = {
      key: 'apiTokens',
      label: m.user_apiTokens,
      icon: <Braces aria-hidden size={14} />,
      run: (row) => ask(row, 'apiTokens'),
    }
    const editing = () => accountActions({ edit: accounts.edit, me, onAsk: ask, onChanged: () => void refresh() })
    return [...(mayEdit ? [...editing(), tokens] : []), ...(mayView ? [viewing] : [])]
  }, [mayEdit, mayView, me])
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
      <AccountDialogs of="user" about={about} onClose={() => setAbout(undefined)} onChanged={() => void refresh()} />
    </AfterImport>
  )
}

const controls = { password: (props: FieldProps) => <NewPasswordField {...props} /> }
const afterImport = (changeSetId: number) => <ActivationCodes of="user" changeSetId={changeSetId} />
const bulkActions = lockActions('user', 'user-role/user/edit')

/** Super administrators look at the back office as somebody else sees it. */
const viewing: RowAction<AccountRow> = {
  key: 'viewAs',
  label: m.viewAs_action,
  icon: <Glasses aria-hidden size={14} />,
  shown: ({ super: all, status }) => !all && status === 1,
  run: ({ id }) => void beginView(id).catch(toastFailure),
}
