import { createHash } from 'node:crypto'
import pg from 'pg'

/** Statements that a process prepares at the most; what comes later is sent as it is. */
const MOST = 400

const names = new Map<string, string | undefined>()

/**
 * A connection that prepares a statement from its second use on, so that the database plans it once and not every time.
 * Planning costs more than running where many tables are joined for few rows, as at each look at a token.
 */
export class PreparingClient extends pg.Client {
  // Seam: pg overloads `query` six ways; only the shape that Drizzle uses is touched, all else passes through.
  override query(...given: unknown[]): never {
    const [config] = given
    if (isStatement(config) && config.name === undefined) {
      const name = nameOf(config.text)
      if (name !== undefined) given[0] = { ...config, name }
    }
    return Reflect.apply(super.query, this, given) as never
  }
}

function isStatement(config: unknown): config is { text: string; name?: string } {
  return (
    typeof config === 'object' &&
    config !== null &&
    'text' in config &&
    typeof config.text === 'string' &&
    !('submit' in config)
  )
}

/** Undefined at the first use: most statements of a start are never seen again. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (!/^\s*(select|insert|update|delete|with)\b/i.test(text)) return undefined
  if (names.has(text)) names.set(text, createHash('sha1').update(text).digest('base64url'))
  else if (names.size < MOST) names.set(text, undefined)
  return names.get(text)
}
