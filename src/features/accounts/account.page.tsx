import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { accounts } from './account.queries.ts'
import { accountDescription } from './account.schema.ts'

/** The list page of the accounts of the back office. */
export function AccountPage(props: ListPageProps) {
  return <ResourcePage {...props} resource={accounts} description={accountDescription} emptyHint={m.user_emptyHint()} />
}
