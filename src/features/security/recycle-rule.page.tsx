import type { FieldProps } from '#src/crud/fields/use-bound-field.ts'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { lazyControl } from '#src/ui/lazy.tsx'
import { KeepingButton } from './keeping-button.tsx'
import { recycleRules } from './security.queries.ts'
import { type RecycleRuleRow, recycleRuleDescription } from './watch-rules.schema.ts'

const WatchedResource = lazyControl(async () => (await import('./watch-fields.tsx')).WatchedResource, { warm: 'first' })

/** The rules that say whose deletions are logged and kept, and which months of the history they keep. */
export function RecycleRulePage(props: ListPageProps) {
  return (
    <ResourcePage
      {...props}
      resource={recycleRules}
      description={recycleRuleDescription}
      cells={cells}
      controls={controls}
      buttons={<KeepingButton />}
      emptyHint={m.recycle_rulesHint()}
    />
  )
}

const cells = {
  months: ({ months }: RecycleRuleRow) => (months === 0 ? m.keeping_ever() : formatCount(months)),
}
const controls = { resource: (props: FieldProps) => <WatchedResource {...props} /> }
