import { ListPlus } from 'lucide-react'
import { useMemo } from 'react'
import { offerUndo } from '#src/crud/calls/undo.ts'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { TreeResourcePage } from '#src/crud/list/tree-resource-page.tsx'
import { useRefresh } from '#src/crud/list/use-refresh.ts'
import type { RowAction } from '#src/crud/row/row-actions.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { randomId } from '#src/lib/random-id.ts'
import { useStable } from '#src/lib/use-stable.ts'
import { isRegisteredNode } from '#src/resource/registry.ts'
import { runtimeKey } from '#src/resource/runtime-component.ts'
import { rules } from './rule.queries.ts'
import { ruleErrors } from './rule.rules.ts'
import { type RuleForm, type RuleRow, ruleDescription } from './rule.schema.ts'
import { RuleName, shownTitle } from './rule-name.tsx'

/** The tree page of the permission menu. */
export function RulePage(props: ListPageProps) {
  const mayAdd = useCan()('user-role/rule/add')
  const addButtons = useAddButtons()
  const actions = useMemo(() => {
    const standard: RowAction<RuleRow> = {
      key: 'buttons',
      label: m.menuRule_addButtons,
      name: (row) => m.menuRule_addButtonsOf({ name: shownTitle(row) }),
      icon: <ListPlus aria-hidden size={14} />,
      run: addButtons,
      shown: showsResource,
    }
    return mayAdd ? [standard] : []
  }, [mayAdd, addButtons])
  return (
    <TreeResourcePage
      {...props}
      resource={rules}
      description={ruleDescription}
      check={ruleErrors}
      cells={cells}
      actions={actions}
      takesChildren={takesChildren}
      childValues={below}
    />
  )
}

const cells = { name: (row: RuleRow) => <RuleName row={row} /> }

/** Adds the standard buttons of a menu. A second click finds that they are there. */
function useAddButtons() {
  const refresh = useRefresh(rules.key)
  return useStable(async ({ id }: RuleRow) => {
    try {
      const { msg, data } = await rules.addButtons({ id }, randomId())
      offerUndo(msg, data.changeSetId, () => void refresh(), data.count)
      await refresh()
    } catch (error) {
      toastFailure(error)
    }
  })
}

/** Whether a menu shows a resource, in code or of the database. */
function showsResource({ type, name, component }: RuleRow): boolean {
  const isMenu = (path: string) => isRegisteredNode(`${path}/index`)
  return type === 'menu' && (runtimeKey(component) !== undefined || isMenu(component) || isMenu(name))
}

function takesChildren({ type }: RuleRow): boolean {
  return type !== 'button'
}

/** What lies below a menu is a button, and below a directory mostly a menu. Names begin with that of the parent. */
function below(row: RuleRow) {
  const { id, type, name } = row
  const start = `${name}/`
  const values: Partial<RuleForm> =
    type === 'menu' ? { type: 'button', name: start } : { type: 'menu', menuType: 'tab', name: start }
  return { values, labels: { pid: { [id]: shownTitle(row) } } }
}
