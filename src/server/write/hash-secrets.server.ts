import { isSecret } from '#src/resource/field-traits.ts'
import { hashPassword } from '../access/password.server.ts'
import type { Resource } from '../crud/resource.server.ts'

/**
 * The values of a form as they are stored. A password becomes its hash. An empty password is left out, so that the
 * stored one stays.
 */
export async function withHashedSecrets(resource: Resource, values: Record<string, unknown>) {
  const secret = new Set(resource.description.fields.filter(isSecret).map(({ name }) => name))
  const entries = await Promise.all(
    Object.entries(values).map(async ([name, value]) =>
      secret.has(name) && typeof value === 'string'
        ? ([name, await hashPassword(value)] as const)
        : ([name, value] as const),
    ),
  )
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
