import { randomBytes, randomInt } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'

/** Letters and digits that cannot be taken for one another. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A new password that can be read aloud: three groups of five, 75 bits, within the rule for passwords. */
export function readablePassword(): string {
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [group(), group(), group()].join('-')
}

/** The key of the sessions, made at the first start and kept for its owner's eyes only. */
export async function sessionSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'session-secret')
  const kept = (await readFile(file, 'utf8').catch(absent))?.trim()
  if (kept) return kept
  const secret = randomBytes(32).toString('base64url')
  // Whole or not at all: a start that is killed here must not leave an empty secret.
  const draft = await open(`${file}.new`, 'w', 0o600)
  await draft.writeFile(`${secret}\n`)
  await draft.sync()
  await draft.close()
  await rename(`${file}.new`, file)
  return secret
}

function absent(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
