import { crudClient } from '#src/crud/calls/crud-client.ts'
import { posting } from '#src/crud/calls/endpoint-calls.ts'
import type { ProviderForm, ProviderRow } from './provider.schema.ts'
import type { providerEndpoints } from './provider-test.api.server.ts'

/** The typed client of the identity providers. */
export const identityProviders = {
  ...crudClient<ProviderRow, ProviderForm>('provider'),
  /** What a provider says of itself. */
  test: posting<typeof providerEndpoints.test>('/adminApi/provider/test'),
}
