import { crudClient } from '#src/crud/calls/crud-client.ts'
import type { OrganizationForm, OrganizationListRow } from './organization.schema.ts'

/** The calls of the organization controller, typed. */
export const organizations = crudClient<OrganizationListRow, OrganizationForm>('organization')
