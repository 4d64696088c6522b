import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import * as v from 'valibot'
import { readAllowedHosts } from './allowed-hosts.ts'

/** The environment is invalid. The message has one line for each wrong variable. */
export class EnvError extends Error {
  override name = 'EnvError'
}

/** The digits of a whole number. Number() alone would also accept '1e3' and ' 5 '. */
const digits = /^\d{1,9}$/

function integer(least: number, most: number, fallback: number) {
  const message = `must be a whole number from ${least} to ${most}`
  const number = v.pipe(v.string(), v.regex(digits, message), v.toNumber())
  return v.optional(v.pipe(number, v.minValue(least, message), v.maxValue(most, message)), String(fallback))
}

const text = (fallback: string) => v.optional(v.string(), fallback)

function url(protocols: string[], message: string) {
  const fits = (value: string) =>
    URL.canParse(dummyHost(value)) && protocols.includes(new URL(dummyHost(value)).protocol)
  return v.optional(v.pipe(v.string(), v.check(fits, message)))
}

/**
 * Adds a host to a PostgreSQL URL without one (with a socket as a parameter), because the URL class requires a host.
 */
function dummyHost(value: string): string {
  return value.replace('@/', '@localhost/')
}

const flag = v.optional(
  v.pipe(
    v.picklist(['true', 'false', '1', '0'], 'must be true or false'),
    v.transform((value) => value === 'true' || value === '1'),
  ),
  'false',
)

const onOff = v.optional(
  v.pipe(
    v.picklist(['on', 'off'], 'must be on or off'),
    v.transform((value) => value === 'on'),
  ),
  'on',
)

const password = v.optional(
  v.pipe(v.string(), v.regex(/^[^&<>"']{6,32}$/, 'must have 6 to 32 characters, none of & < > " \'')),
)

const client = (fallback: string) =>
  v.optional(v.pipe(v.string(), v.regex(/^[^:\s]+:\S+$/, 'must have the form name:secret')), fallback)

const database = url(['postgres:', 'postgresql:'], 'must be an address like postgresql://user:password@host:5432/name')
const site = url(['http:', 'https:'], 'must be an address like https://example.org')

const allowedHosts = v.optional(
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const found = readAllowedHosts(dataset.value)
      if (found) return found
      addIssue({ message: 'must list host names, addresses or ranges, such as gateway.internal:8443, 10.1.0.0/16' })
      return NEVER
    }),
  ),
  '',
)

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const schema = v.object({
  NODE_ENV: v.optional(v.picklist(['production', 'development', 'test'], 'must be production, development or test')),
  PORT: integer(0, 65_535, 3000),
  HOST: text('localhost'),
  DATA_DIR: text('.data'),
  DATABASE_URL: database,
  DATABASE_DIRECT_URL: database,
  DATABASE_PREPARE: onOff,
  SESSION_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'))),
  ADMIN_PASSWORD: password,
  MEMBER_PASSWORD: password,
  BACKEND_URL: site,
  BACKEND_KIND: v.optional(v.picklist(['yardstick', 'pig'], 'must be yardstick or pig'), 'yardstick'),
  OUTGOING_ALLOW: allowedHosts,
  PIG_ENCODE_KEY: v.optional(v.pipe(v.string(), v.regex(/^[\x20-\x7e]{16}$/, 'must have exactly 16 ASCII characters'))),
  OAUTH_ADMIN_CLIENT: client('admin:admin'),
  OAUTH_USER_CLIENT: client('user:user'),
  LOG_LEVEL: v.optional(v.picklist(levels, `must be one of ${levels.join(', ')}`), 'info'),
  TRUST_PROXY: flag,
  SITE_URL: site,
  ACCESS_TOKEN_SECONDS: integer(1, 31_536_000, 900),
  REFRESH_TOKEN_SECONDS: integer(1, 31_536_000, 86_400),
  REFRESH_TOKEN_KEEP_SECONDS: integer(1, 315_360_000, 2_592_000),
  HISTORY_MONTHS: integer(0, 1_200, 0),
  IGNORE_FORBIDDEN_ADDRESSES: flag,
  TERMINAL: onOff,
})

/** The validated environment of the product. Durations are in seconds. */
export type Env = Readonly<v.InferOutput<typeof schema>>

/** A source of variables. An undefined or empty variable counts as not set. */
export type EnvSource = Readonly<Record<string, string | undefined>>

/** Validates `source` and adds the defaults. @throws EnvError with one line for each wrong variable */
export function readEnv(source: EnvSource): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  // The OAuth client that every pig back end has from its seed data.
  if (given.BACKEND_KIND === 'pig') given.OAUTH_ADMIN_CLIENT ??= 'pig:pig'
  const result = v.safeParse(schema, given)
  const wrong = result.issues?.map((issue) => `${v.getDotPath(issue) ?? 'The environment'} ${issue.message}.`) ?? []
  if (given.NODE_ENV === 'production' && given.DATABASE_URL && !given.SESSION_SECRET) {
    wrong.push('SESSION_SECRET must be set (at least 32 random characters) when DATABASE_URL is used in production.')
  }
  if (given.BACKEND_KIND === 'pig' && !given.BACKEND_URL) {
    wrong.push('BACKEND_URL must be set when BACKEND_KIND is pig.')
  }
  if (!result.success || wrong.length > 0) throw new EnvError(wrong.join('\n'))
  return result.output
}

/**
 * Adds the variables of a .env file in the working directory to process.env. Variables that are already set win. A
 * missing file is not an error. @throws EnvError when the file cannot be read
 */
export function loadEnvFile(file = '.env'): void {
  let content: string
  try {
    content = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
    throw new EnvError(`The file ${file} could not be read: ${error instanceof Error ? error.message : error}.`)
  }
  for (const [name, value] of Object.entries(parseEnv(content))) {
    if (value !== undefined && process.env[name] === undefined) process.env[name] = value
  }
}

let cached: Env | undefined
let loaded = false

/** Reads the .env file once. */
function loadOnce(): void {
  if (!loaded) loadEnvFile()
  loaded = true
}

/** Whether the environment itself gives this variable, so that its value is not a default. */
export function isGiven(name: keyof Env): boolean {
  loadOnce()
  return (process.env[name] ?? '') !== ''
}

/**
 * Reads the environment again. Whoever starts the services of a process calls it, so that they begin with what is set
 * at that moment. @throws EnvError
 */
export function renewEnv(): Env {
  loadOnce()
  cached = readEnv(process.env)
  return cached
}

/** The environment of this process, read once. @throws EnvError */
export function env(): Env {
  return cached ?? renewEnv()
}
