import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'

// OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. The package's defaults are the same.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashes at once: one per core, and one more, so that no core waits for the next. All at once would take each other's
 * memory cache, and every thread of the process, which files and compression need as well.
 */
const MOST = availableParallelism() + 1

let running = 0
const waiting: (() => void)[] = []

/** Runs `work` in its turn, first come, first served. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < MOST) running += 1
  else await new Promise<void>((start) => waiting.push(start))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** Hashes a password with argon2id. Returns a PHC string. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, options))
}

// Verified when the account does not exist, so that the response takes the same time.
let decoy: Promise<string> | undefined

/** Whether the password matches the hash. Without a stored hash it returns false after the same time. */
export async function verifyPassword(hash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no such account')
  const stored = hash ?? (await decoy)
  const fits = await inTurn(() => verify(stored, password))
  return hash !== undefined && fits
}
