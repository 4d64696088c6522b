import { Check, Minus } from 'lucide-react'
import { useState } from 'react'
import { SearchBox } from '#src/crud/query/search-box.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { hoursText } from '#src/lib/hours-text.ts'
import { labelText } from '#src/resource/label.ts'
import { Button } from '#src/ui/button.tsx'
import { comparedGroups, type Part, partCounts } from './compared.ts'
import type { Comparison } from './role.queries.ts'
import { scopeOptions } from './role.schema.ts'

/** Two roles side by side: their data scopes, their limits, and their permissions by menu. */
export function CompareView({ comparison }: { comparison: Comparison }) {
  const [part, setPart] = useState<Part>('all')
  const [search, setSearch] = useState('')
  const [first, second] = comparison.roles
  const counts = partCounts(comparison)
  const groups = comparedGroups(comparison, part, search)
  const parts: [Part, string][] = [
    ['all', m.role_compareAll()],
    ['first', m.role_compareOnly({ name: first?.name ?? '' })],
    ['second', m.role_compareOnly({ name: second?.name ?? '' })],
    ['both', m.role_compareBoth()],
  ]
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {parts.map(([key, label]) => (
          <Button
            key={key}
            size="sm"
            aria-pressed={part === key}
            className="aria-pressed:border-accent-solid aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
            onClick={() => setPart(key)}
          >
            {label} <span className="tabular text-muted">{formatCount(counts[key])}</span>
          </Button>
        ))}
        <SearchBox value={search} onSearch={setSearch} placeholder={m.role_compareSearch()} />
      </div>
      <table className="w-full table-fixed border-collapse text-start">
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className="py-2 text-start text-sm font-medium text-muted">
              {m.role_comparePermission()}
            </th>
            {comparison.roles.map((role) => (
              <th key={role.id} scope="col" className="w-1/3 px-2 py-2 text-start align-bottom font-semibold sm:w-1/4">
                {role.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {facts.map(([label, textOf]) => (
            <tr key={label()} className="border-b border-line">
              <th scope="row" className="py-2 pr-2 text-start align-top font-normal text-muted">
                {label()}
              </th>
              {comparison.roles.map((role) => (
                <td key={role.id} className="whitespace-pre-line px-2 py-2 align-top wrap-anywhere">
                  {textOf(role)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {groups.map((group) => (
          <tbody key={group.id}>
            <tr>
              <th scope="colgroup" colSpan={3} className="pt-3 pb-1 text-start text-sm font-medium text-muted">
                {group.title}
              </th>
            </tr>
            {group.rules.map((rule) => (
              <tr key={rule.id} className="border-b border-line">
                <th scope="row" title={rule.name} className="py-1.5 pl-3 text-start font-normal">
                  {rule.title}
                </th>
                {comparison.roles.map((role) => (
                  <td key={role.id} className="px-2 py-1.5">
                    <Mark granted={rule.roles.includes(role.id)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      {groups.length === 0 && <p className="py-4 text-center text-muted">{m.role_compareEmpty()}</p>}
    </>
  )
}

function Mark({ granted }: { granted: boolean }) {
  const Icon = granted ? Check : Minus
  return (
    <>
      <Icon aria-hidden size={16} className={granted ? 'text-success-ink' : 'text-subtle'} />
      <span className="sr-only">{granted ? m.role_compareHas() : m.role_compareLacks()}</span>
    </>
  )
}

type Role = Comparison['roles'][number]

/** What is compared besides the permissions: whose data, and from where, when and how people sign in. */
const facts: [() => string, (role: Role) => string][] = [
  [m.role_scope, scopeText],
  [m.role_signInAddresses, ({ signInAddresses }) => signInAddresses.trim() || m.role_compareFree()],
  [m.role_signInHours, hoursOf],
  [m.role_secondFactor, factorText],
]

function hoursOf({ signInHours }: Role): string {
  return signInHours.map((one) => hoursText([one])).join('\n') || m.role_compareFree()
}

function factorText({ secondFactor, graceDays }: Role): string {
  if (secondFactor !== 'required') return m.role_factorFree()
  return graceDays > 0 ? m.role_compareFactor({ days: graceDays }) : m.role_compareFactorNow()
}

function scopeText({ scope, organizations }: Role): string {
  if (scope === 'chosen') return organizations.join(m.crud_listSeparator())
  const found = scopeOptions.find(({ value }) => value === scope)
  return found ? labelText(found.label) : scope
}
