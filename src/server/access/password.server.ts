import { hash, verify } from '@node-rs/argon2'

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane; the package's defaults are the same numbers.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** argon2id of a password, as a PHC string. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, options)
}

// Compared against when there is no such account, so that the answer takes as long.
let decoy: Promise<string> | undefined

/** Whether the password fits; without a stored hash it takes the same time to say no. */
export async function verifyPassword(hash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no such account')
  const fits = await verify(hash ?? (await decoy), password)
  return hash !== undefined && fits
}
