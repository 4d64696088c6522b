import { Columns2, UsersRound } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { FieldProps } from '#src/crud/fields/use-bound-field.ts'
import type { ListFacts } from '#src/crud/list/list-slots.ts'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { TreeResourcePage } from '#src/crud/list/tree-resource-page.tsx'
import { useRefresh } from '#src/crud/list/use-refresh.ts'
import type { RowAction } from '#src/crud/row/row-actions.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Labels } from '#src/resource/labels.ts'
import { Button } from '#src/ui/button.tsx'
import { lazyControl, lazyDialog } from '#src/ui/lazy.tsx'
import { roles } from './role.queries.ts'
import { type RoleListRow, roleDescription } from './role.schema.ts'
import { AccountCount, HoldersContext, RoleName, RoleScopeCell, RuleCount } from './role-cells.tsx'

const HoldersDialog = lazyDialog(
  async () => (await import('./holders-dialog.tsx')).HoldersDialog,
  ({ onClose }) => onClose(),
)
const CompareDialog = lazyDialog(
  async () => (await import('./compare-dialog.tsx')).CompareDialog,
  ({ onClose }) => onClose(),
)
const ScopeField = lazyControl(async () => (await import('./scope-field.tsx')).ScopeField, { warm: 'first' })

type Named = Pick<RoleListRow, 'id' | 'name'>
type About = { what: 'holders'; row: Named } | { what: 'compare'; row: Named; other?: Named | undefined }

/** The tree page of roles, with dialogs that show who has a role and compare two of them. */
export function RolePage(props: ListPageProps) {
  const [about, setAbout] = useState<About>()
  const refresh = useRefresh(roles.key)
  const { holders, actions, header } = useMemo(() => {
    const show = (row: Named) => setAbout({ what: 'holders', row })
    const actions: RowAction<RoleListRow>[] = [
      { key: 'holders', label: m.role_holders, icon: <UsersRound aria-hidden size={14} />, run: show },
      {
        key: 'compare',
        label: m.role_compareWith,
        icon: <Columns2 aria-hidden size={14} />,
        run: (row) => setAbout({ what: 'compare', row }),
      },
    ]
    const header = ({ chosen: [row, other, ...more] }: ListFacts<RoleListRow>) =>
      row && other && more.length === 0 ? (
        <Button
          size="sm"
          icon={<Columns2 aria-hidden size={14} />}
          onClick={() => setAbout({ what: 'compare', row, other })}
        >
          {m.role_compareTwo()}
        </Button>
      ) : null
    return { holders: show, actions, header }
  }, [])
  const close = () => setAbout(undefined)
  return (
    <HoldersContext value={holders}>
      <TreeResourcePage
        {...props}
        resource={roles}
        description={roleDescription}
        cells={cells}
        controls={controls}
        actions={actions}
        header={header}
        emptyHint={m.role_emptyHint()}
      />
      {about?.what === 'holders' && <HoldersDialog {...about.row} onChanged={() => void refresh()} onClose={close} />}
      {about?.what === 'compare' && <CompareDialog role={about.row} other={about.other} onClose={close} />}
    </HoldersContext>
  )
}

const cells = {
  name: (row: RoleListRow) => <RoleName row={row} />,
  scope: (row: RoleListRow, labels: Labels) => <RoleScopeCell row={row} labels={labels} />,
  accountCount: (row: RoleListRow) => <AccountCount row={row} />,
  ruleCount: (row: RoleListRow) => <RuleCount row={row} />,
}

const controls = { scope: (props: FieldProps) => <ScopeField {...props} /> }
