import type { FieldProps } from '#src/crud/fields/use-bound-field.ts'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { lazyControl } from '#src/ui/lazy.tsx'
import { KeepingButton } from './keeping-button.tsx'
import { recycleRules } from './security.queries.ts'
import { recycleRuleDescription } from './watch-rules.schema.ts'

const WatchedResource = lazyControl(async () => (await import('./watch-fields.tsx')).WatchedResource, { warm: 'first' })

/** The rules that say whose deletions are logged and kept, and which months of the history they keep. */
export function RecycleRulePage(props: ListPageProps) {
  return (
    <ResourcePage
      {...props}
      resource={recycleRules}
      description={recycleRuleDescription}
      controls={controls}
      buttons={<KeepingButton />}
      emptyHint={m.recycle_rulesHint()}
    />
  )
}

const controls = { resource: (props: FieldProps) => <WatchedResource {...props} /> }
