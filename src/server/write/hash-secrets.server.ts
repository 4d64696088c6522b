import type { Field } from '#src/resource/description.ts'
import { isSecret } from '#src/resource/field-traits.ts'
import { hashPassword } from '../access/password.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import { seal, siteSecret } from '../seal.server.ts'

/**
 * The values of a form as they are stored. A password becomes its hash. The secret of another system (`any`) is sealed,
 * because the product has to give it to that system. An empty one is left out, so that the stored one stays.
 */
export async function withHashedSecrets(resource: Resource, values: Record<string, unknown>) {
  const secret = new Map(resource.description.fields.filter(isSecret).map((field) => [field.name, field]))
  const entries = await Promise.all(
    Object.entries(values).map(async ([name, value]) => {
      const field = secret.get(name)
      return field && typeof value === 'string'
        ? ([name, await hidden(resource, field, value)] as const)
        : ([name, value] as const)
    }),
  )
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

async function hidden({ key }: Resource, field: Field, value: string): Promise<string> {
  if (!('any' in field && field.any)) return hashPassword(value)
  return seal(siteSecret(), sealedFor(key, field.name), value)
}

/** What the secret of another system is sealed for, by the resource and its field. */
export function sealedFor(key: string, field: string): string {
  return `${key}.${field}`
}
