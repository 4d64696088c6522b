import { isSecret } from '#src/resource/field-traits.ts'
import type { Resource } from '../crud/resource.server.ts'
import { plainTitle } from './plain-title.ts'
import { labelTitles } from './titles.server.ts'

/** Words for passwords, as titles of columns have them. */
const WORDS = /密码|口令|password|passwd|\bpwd\b/i

/**
 * Whether a column of a file holds passwords of the resource. It is no field, is guessed for none, and its content is
 * not shown.
 */
export function isSecretColumn({ description }: Pick<Resource, 'description'>, title: string): boolean {
  const secrets = description.fields.filter(isSecret)
  if (secrets.length === 0) return false
  const known = labelTitles({ importable: new Map(secrets.map((field) => [field.name, field])) })
  const plain = plainTitle(title)
  return WORDS.test(title) || known.some(([label, name]) => plain === label || plain === plainTitle(name))
}
