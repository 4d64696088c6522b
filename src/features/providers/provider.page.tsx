import type { FieldProps } from '#src/crud/fields/use-bound-field.ts'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { lazyControl } from '#src/ui/lazy.tsx'
import { identityProviders } from './provider.queries.ts'
import { providerDescription } from './provider.schema.ts'

const IssuerField = lazyControl(async () => (await import('./issuer-field.tsx')).IssuerField, { warm: 'first' })

/** The identity providers with which people sign in. */
export function ProviderPage(props: ListPageProps) {
  return <ResourcePage {...props} resource={identityProviders} description={providerDescription} controls={controls} />
}

const controls = { issuer: (props: FieldProps) => <IssuerField {...props} /> }
