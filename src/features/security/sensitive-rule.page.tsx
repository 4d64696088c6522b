import { useQuery } from '@tanstack/react-query'
import type { FieldProps } from '#src/crud/fields/use-bound-field.ts'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { lazyControl } from '#src/ui/lazy.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { sensitiveRules, watchedQuery } from './security.queries.ts'
import { type SensitiveRuleRow, sensitiveRuleDescription } from './watch-rules.schema.ts'

const WatchedResource = lazyControl(async () => (await import('./watch-fields.tsx')).WatchedResource, { warm: 'first' })
const WatchedFields = lazyControl(async () => (await import('./watch-fields.tsx')).WatchedFields, { warm: 'first' })

/** The rules that say which fields are sensitive. */
export function SensitiveRulePage(props: ListPageProps) {
  return (
    <ResourcePage
      {...props}
      resource={sensitiveRules}
      description={sensitiveRuleDescription}
      cells={cells}
      controls={controls}
      emptyHint={m.sensitive_rulesHint()}
    />
  )
}

const cells = { fields: (row: SensitiveRuleRow) => <FieldTags row={row} /> }

const controls = {
  resource: (props: FieldProps) => <WatchedResource {...props} withFields />,
  fields: (props: FieldProps) => <WatchedFields {...props} />,
}

/** The watched fields by their labels. */
function FieldTags({ row }: { row: SensitiveRuleRow }) {
  const { data } = useQuery(watchedQuery)
  const known = data?.list.find(({ resource }) => resource === row.resource)?.fields ?? []
  const labels = row.fields.map((name) => known.find(({ field }) => field === name)?.label ?? name)
  return (
    <span title={labels.join(m.crud_listSeparator())} className="flex items-center gap-1 max-sm:flex-wrap">
      {labels.map((label) => (
        <Tag key={label}>{label}</Tag>
      ))}
    </span>
  )
}
