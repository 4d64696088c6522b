import { crudClient } from '#src/crud/calls/crud-client.ts'
import type { OrganizationForm, OrganizationListRow } from './organization.schema.ts'

/** The typed client of the organization controller. */
export const organizations = crudClient<OrganizationListRow, OrganizationForm>('organization')
