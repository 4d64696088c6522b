import { hashPassword } from './access/password.server.ts'
import type { Resource } from './crud/resource.server.ts'

/** What is written of a form: a password as its hash alone; what was left empty stays as it is stored. */
export async function withHashedSecrets(resource: Resource, values: Record<string, unknown>) {
  const secret = new Set(resource.description.fields.flatMap(({ type, name }) => (type === 'password' ? [name] : [])))
  const entries = await Promise.all(
    Object.entries(values).map(async ([name, value]) =>
      secret.has(name) && typeof value === 'string'
        ? ([name, await hashPassword(value)] as const)
        : ([name, value] as const),
    ),
  )
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
