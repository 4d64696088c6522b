import { createContext, use } from 'react'
import { Highlight } from '#src/crud/cells/highlight.tsx'
import { useRowTabIndex } from '#src/crud/grid/row-context.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { labelText } from '#src/resource/label.ts'
import type { Labels } from '#src/resource/labels.ts'
import { type RoleListRow, scopeOptions } from './role.schema.ts'

/** Opens the dialog with the accounts that have a role. */
export const HoldersContext = createContext<(row: RoleListRow) => void>(() => undefined)

/** The name of a role, with its note. */
export function RoleName({ row }: { row: RoleListRow }) {
  return (
    <span title={row.note === '' ? row.name : `${row.name} · ${row.note}`}>
      <span className="font-lead">
        <Highlight>{row.name}</Highlight>
      </span>
      {row.note !== '' && (
        <span className="ml-2 text-sm text-muted">
          <Highlight>{row.note}</Highlight>
        </span>
      )}
    </span>
  )
}

/** The data scope of a role, with the chosen organizations. */
export function RoleScopeCell({ row, labels }: { row: RoleListRow; labels: Labels }) {
  const kind = scopeOptions.find(({ value }) => value === row.scope)
  const named = row.scope === 'chosen' ? row.organizationIds.map((id) => labels.organizationIds?.[id] ?? `#${id}`) : []
  const names = named.join(m.crud_listSeparator())
  const text = kind ? labelText(kind.label) : row.scope
  return (
    <span title={names === '' ? text : `${text}: ${names}`}>
      {names === '' ? text : names}
      {names !== '' && <span className="sr-only"> ({text})</span>}
    </span>
  )
}

/** How many accounts have a role. The number opens the list of them. */
export function AccountCount({ row }: { row: RoleListRow }) {
  const open = use(HoldersContext)
  const tabIndex = useRowTabIndex()
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-label={m.role_holdersTitle({ name: row.name })}
      onClick={() => open(row)}
      className="tabular inline-flex h-6 min-w-6 items-center justify-end rounded-sm text-accent-ink hover:underline"
    >
      {formatCount(row.accountCount)}
    </button>
  )
}

/** How many permissions a role grants. */
export function RuleCount({ row }: { row: RoleListRow }) {
  if (row.ruleCount === 0) return <span className="text-muted">{m.role_noRules()}</span>
  return <span className="tabular">{formatCount(row.ruleCount)}</span>
}
