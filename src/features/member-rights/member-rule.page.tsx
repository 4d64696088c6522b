import type { FieldProps } from '#src/crud/fields/use-bound-field.ts'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { TreeResourcePage } from '#src/crud/list/tree-resource-page.tsx'
import { RuleName, shownTitle } from '#src/features/rules/rule-name.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { lazyControl } from '#src/ui/lazy.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { memberRules } from './member-rule.queries.ts'
import { memberRuleErrors } from './member-rule.rules.ts'
import { type MemberRuleForm, type MemberRuleRow, memberRuleDescription } from './member-rule.schema.ts'

const RuleTypeField = lazyControl(async () => (await import('./member-rule-fields.tsx')).RuleTypeField, {
  warm: 'first',
})
const RulePageField = lazyControl(async () => (await import('./member-rule-fields.tsx')).RulePageField, {
  warm: 'first',
})

/** The tree page of rules of the member side. */
export function MemberRulePage(props: ListPageProps) {
  return (
    <TreeResourcePage
      {...props}
      resource={memberRules}
      description={memberRuleDescription}
      check={memberRuleErrors}
      cells={cells}
      controls={controls}
      takesChildren={takesChildren}
      childValues={below}
    />
  )
}

const cells = {
  name: (row: MemberRuleRow) => <RuleName row={row} />,
  noLoginValid: (row: MemberRuleRow) =>
    row.noLoginValid === 1 ? <Tag tone="accent">{m.memberRule_visitors()}</Tag> : null,
}

const controls = {
  type: (props: FieldProps) => <RuleTypeField {...props} />,
  component: (props: FieldProps) => <RulePageField {...props} />,
}

function takesChildren({ type }: MemberRuleRow): boolean {
  return type !== 'button'
}

/** What lies below an entry is a button, and below a directory mostly a menu. Names begin with that of the parent. */
function below(row: MemberRuleRow) {
  const { id, type, name } = row
  const start = `${name}/`
  const values: Partial<MemberRuleForm> =
    type === 'menu_dir' ? { type: 'menu', menuType: 'tab', name: start } : { type: 'button', name: start }
  return { values, labels: { pid: { [id]: shownTitle(row) } } }
}
