import { eq } from 'drizzle-orm'
import { provider } from '#src/db/provider.table.server.ts'
import { grantableRoles } from '#src/features/accounts/role.relation.server.ts'
import { organizationOne } from '#src/features/org/organization.relation.server.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import type { Row, Writing } from '#src/server/crud/resource.server.ts'
import { changesTrust, providerErrors, undoesTrust } from './provider.rules.server.ts'
import { providerDescription } from './provider.schema.ts'

type Values = typeof provider.$inferInsert

/** The identity providers. Whoever says what one may grant is kept, and it never grants more than they hold. */
export const providerResource = compileResource({
  description: providerDescription,
  table: provider,
  scope: 'unscoped',
  // A provider lets people in, and gives roles.
  proof: 'writes',
  relations: { deptId: organizationOne, roleIds: grantableRoles, 'roleMap.roleId': grantableRoles },
  uniqueFields: { provider_name_key: 'name', provider_client_key: 'clientId' },
  check: providerErrors,
  // The history has no secret, so a provider that comes back cannot work before somebody enters it.
  restored: (row) => ({ ...row, status: 0 }),
  undone: undoneProvider,
  write: {
    async add({ tx, actor }: Writing, values) {
      // Seam: the values have passed the schema of the form.
      const own = { ...(values as Values), configuredBy: actor.id }
      const [added] = await tx.insert(provider).values(own).returning({ id: provider.id })
      return Number(added?.id)
    },
    async edit({ tx, actor }: Writing, row: Row, values) {
      const author = changesTrust(values, row) ? { configuredBy: actor.id } : {}
      await tx
        .update(provider)
        .set({ ...values, ...author })
        .where(eq(provider.id, row.id))
    },
  },
})

/**
 * Whoever takes a change back answers for what the provider grants then, as whoever makes one. A secret is never sent
 * to another machine than the one that it was entered for.
 */
function undoneProvider(values: Record<string, unknown>, { id }: Actor): Record<string, unknown> {
  return {
    ...values,
    ...('configured_by' in values || undoesTrust(values) ? { configured_by: id } : {}),
    ...('issuer' in values ? { client_secret: '' } : {}),
  }
}

export const providerApi = crud(providerResource)
