import { createHash, randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'
import { captcha } from '#src/db/guard.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { addressOf } from '#src/server/address.server.ts'
import { readConfig } from '#src/server/config.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import {
  countFailure,
  lookAt,
  type Throttled,
  throttleKey,
  tooManyAttempts,
} from '#src/server/throttle/throttle.server.ts'
import { type CaptchaChallenge, type CaptchaProof, type CaptchaPurpose, isRight } from './captcha-answer.ts'
import { drawCaptcha, HEIGHT, WIDTH } from './captcha-draw.server.ts'
import { signInFailuresAt } from './sign-in-counters.server.ts'

/**
 * Difficulty of the puzzle in bits: about 2^17 hashes. An ordinary computer needs a quarter of a second, a slow phone
 * two or three seconds.
 */
const PUZZLE_BITS = 17
/** Highest difficulty, reached after failures at the address. Each bit doubles the work. */
const PUZZLE_BITS_MOST = 22
/** Number of failures at the address that add one bit. */
const FAILURES_PER_BIT = 5

/**
 * Limits pictures per address. A whole school behind one address may sign in at eight o'clock, but a program must not
 * draw pictures all day.
 */
const issuing = { captchaAfter: Infinity, blockAfter: 200, firstWait: 5, maxWait: 60, forget: 1 }
/** Limits wrong answers per address. The limit is higher than users reach by hand. */
const guessing = { captchaAfter: Infinity, blockAfter: 100, firstWait: 30, maxWait: 900, forget: 60 }

/** Creates a challenge for one guarded request, not bound to the address. @throws AppError 429 */
export async function issueCaptcha(db: Database, purpose: CaptchaPurpose, address: string): Promise<CaptchaChallenge> {
  await countFailure(db, { key: throttleKey('captcha-issue', addressOf(address)), policy: issuing })
  const wrong = await lookAt(db, [guesses(address)])
  if (wrong.wait > 0) throw tooManyAttempts(wrong.wait)
  const failures = (wrong.failures[0] ?? 0) + (await signInFailuresAt(db, address))
  const bits = Math.min(PUZZLE_BITS_MOST, PUZZLE_BITS + Math.floor(failures / FAILURES_PER_BIT))
  const { png, text, targets } = await drawCaptcha()
  const id = newId()
  await db.insert(captcha).values({ idHash: hashOf(id), purpose, targets, bits, expireTime: await endOfLife(db) })
  const image = `data:image/png;base64,${png.toString('base64')}`
  return { id, image, width: WIDTH, height: HEIGHT, text, puzzle: { id, bits } }
}

/**
 * Deletes a challenge and checks the answer. A challenge cannot be used again, whether the answer is right or wrong.
 * @throws AppError 400 with `data.captcha` when the answer is wrong or the challenge is gone; 429 after too many wrong
 * answers
 */
async function consumeCaptcha(
  db: Database,
  purpose: CaptchaPurpose,
  proof: CaptchaProof,
  address: string,
): Promise<void> {
  const [found] = await db
    .delete(captcha)
    .where(eq(captcha.idHash, hashOf(proof.id)))
    .returning({ ...columns, live: sql<boolean>`${captcha.expireTime} > now()` })
  if (!found?.live || found.purpose !== purpose) throw captchaRefusal('gone')
  const size = { width: WIDTH, height: HEIGHT }
  if (found.passed || isRight(proof.info, { targets: found.targets, size, puzzle: { id: proof.id, bits: found.bits } }))
    return
  await countFailure(db, guesses(address))
  throw captchaRefusal('wrong')
}

/**
 * Exchanges a correctly answered challenge for a pass. The page can then show "right" before it sends the guarded
 * request. As in the guarded request itself, a wrong answer ends the challenge.
 */
export async function exchangeCaptcha(
  db: Database,
  purpose: CaptchaPurpose,
  proof: CaptchaProof,
  address: string,
): Promise<CaptchaProof> {
  await consumeCaptcha(db, purpose, proof, address)
  const id = newId()
  await db
    .insert(captcha)
    .values({ idHash: hashOf(id), purpose, targets: [], bits: 0, passed: true, expireTime: await endOfLife(db) })
  return { id, info: 'pass' }
}

/** Guards a request: requires a solved captcha. @throws AppError 400 with `data.captcha` */
export async function demandCaptcha(
  db: Database,
  purpose: CaptchaPurpose,
  proof: CaptchaProof | undefined,
  address: string,
): Promise<void> {
  if (!proof) throw captchaRefusal('required')
  await consumeCaptcha(db, purpose, proof, address)
}

export type CaptchaReason = 'required' | 'wrong' | 'gone'

/** The error that makes a client show a captcha: `data.captcha` is true, and `data.reason` gives the reason. */
export function captchaRefusal(reason: CaptchaReason): AppError {
  const sentences = { required: m.captcha_required, wrong: m.captcha_wrong, gone: m.captcha_gone }
  return new AppError(400, sentences[reason](), { captcha: true, reason })
}

const columns = { purpose: captcha.purpose, targets: captcha.targets, bits: captcha.bits, passed: captcha.passed }

/** How long a challenge, or the pass that replaces it, is valid. */
async function endOfLife(db: Database) {
  const { captchaSeconds } = await readConfig(db, ['captchaSeconds'])
  return sql`now() + make_interval(secs => ${captchaSeconds})`
}

function guesses(address: string): Throttled {
  return { key: throttleKey('captcha-wrong', addressOf(address)), policy: guessing }
}

function newId(): string {
  return randomBytes(18).toString('base64url')
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url')
}
