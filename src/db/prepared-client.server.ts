import { createHash } from 'node:crypto'
import pg from 'pg'

/** The maximum number of statements that a process prepares. Further statements are sent unprepared. */
const MOST = 400

const names = new Map<string, string | undefined>()

/**
 * A connection that prepares a statement from its second use on. The database then plans it once and not every time.
 * Planning costs more than running where many tables are joined for few rows, as in each token check.
 */
export class PreparingClient extends pg.Client {
  // Seam: pg overloads `query` in six forms. Only the form that Drizzle uses is changed; all others pass through.
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

/** The statement's name, undefined at the first use: most statements of a start are never used again. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (!/^\s*(select|insert|update|delete|with)\b/i.test(text)) return undefined
  if (names.has(text)) names.set(text, createHash('sha1').update(text).digest('base64url'))
  else if (names.size < MOST) names.set(text, undefined)
  return names.get(text)
}
