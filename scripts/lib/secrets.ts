import { randomBytes, randomInt } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from '#src/lib/env.ts'
import { keepSiteSecret } from '#src/server/seal.server.ts'
import { ScriptError } from './main.ts'

/** Letters and digits without those that look alike. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A new password that can be read aloud: three groups of five characters, 75 bits. It satisfies the password rule. */
export function readablePassword(): string {
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [group(), group(), group()].join('-')
}

/** The session key. The first start creates it. Only the file's owner can read it. */
export async function sessionSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'session-secret')
  const kept = (await readFile(file, 'utf8').catch(absent))?.trim()
  if (kept) return kept
  const secret = randomBytes(32).toString('base64url')
  // Written atomically: a start that is killed here must not leave an empty secret.
  const draft = await open(`${file}.new`, 'w', 0o600)
  await draft.writeFile(`${secret}\n`)
  await draft.sync()
  await draft.close()
  await rename(`${file}.new`, file)
  return secret
}

/**
 * Makes the site's secret known in a script: the configured one, else the one that the product keeps in its data
 * directory.
 */
export async function knowSiteSecret(env: Env): Promise<void> {
  if (!env.SESSION_SECRET && env.DATABASE_URL && env.NODE_ENV === 'production')
    throw new ScriptError('SESSION_SECRET must be the one of the product: seals are signed with it.')
  keepSiteSecret(env.SESSION_SECRET ?? (await sessionSecret(env.DATA_DIR)))
}

function absent(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
