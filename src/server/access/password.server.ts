import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

// OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. The package's defaults are the same.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// One for each processor, and one that is ready when another ends. More would push each other's memory out of the
// caches, and keep other requests waiting for a processor.
const inTurn = pLimit(availableParallelism() + 1)

/** Hashes a password with argon2id. Returns a PHC string. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, options))
}

// Verified when the account does not exist, so that the response takes the same time.
let decoy: Promise<string> | undefined

/** Whether the password matches the hash. Without a stored hash it returns false after the same time. */
export async function verifyPassword(hash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no such account')
  const fits = await inTurn(verify, hash ?? (await decoy), password)
  return hash !== undefined && fits
}
