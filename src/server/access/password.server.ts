import { hash, verify } from '@node-rs/argon2'

// OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. The package's defaults are the same.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password with argon2id. Returns a PHC string. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, options)
}

// Verified when the account does not exist, so that the response takes the same time.
let decoy: Promise<string> | undefined

/** Whether the password matches the hash. Without a stored hash it returns false after the same time. */
export async function verifyPassword(hash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no such account')
  const fits = await verify(hash ?? (await decoy), password)
  return hash !== undefined && fits
}
