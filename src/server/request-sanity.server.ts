import type { MiddlewareHandler } from 'hono'
import { m } from '#src/i18n/paraglide/messages.js'
import type { ApiEnv } from './context.server.ts'
import { AppError } from './errors.server.ts'

/** Maximum number of parameters. No endpoint needs as many. */
const MAX_PARAMETERS = 1_100
/** Maximum depth of JSON. No form of this project sends a deeper document. */
const MAX_JSON_DEPTH = 32
/** Maximum number of names and values in JSON. Forms of this project send far fewer. */
const MAX_PARTS = 50_000

/** Whether a parameter may be repeated. */
const repeatable = (name: string) => name === 'order' || name.endsWith('[]')

/**
 * Refuses input that no client of this project sends and that different parsers read differently: text that is not
 * UTF-8, NULs, names that every object has, and a parameter given twice (each layer might take another value).
 * @throws AppError 400
 */
export const saneRequest: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const url = new URL(c.req.url)
  c.set('url', url)
  const { pathname, search, searchParams } = url
  if (!isText(pathname) || !isText(search.replaceAll('+', ' '))) throw new AppError(400, m.error_encoding())
  checkParameters(searchParams)
  await next()
}

/** Checks the parameters of a query or the fields of a form. @throws AppError 400 */
export function checkParameters(params: URLSearchParams): void {
  const seen = new Set<string>()
  let count = 0
  for (const [name, value] of params) {
    count += 1
    if (count > MAX_PARAMETERS) throw new AppError(400, m.error_tooMuch())
    if (name.includes('\0') || value.includes('\0') || isInherited(name)) {
      throw new AppError(400, undefined, { errors: { [label(name)]: [m.rule_type()] } })
    }
    if (seen.has(name) && !repeatable(name)) {
      throw new AppError(400, m.error_repeated({ name: label(name) }), { errors: { [label(name)]: [m.rule_type()] } })
    }
    seen.add(name)
  }
}

/**
 * Whether an address has more parameters than any page or endpoint needs. They are only counted,
 * because parsing so many takes seconds.
 */
export function isCrowded(url: string): boolean {
  let count = 0
  for (let at = url.indexOf('&'); at >= 0; at = url.indexOf('&', at + 1)) {
    count += 1
    if (count > MAX_PARAMETERS) return true
  }
  return false
}

/** A name that is safe to repeat in a response. */
function label(name: string): string {
  return isInherited(name) ? 'name' : name.replaceAll('\0', '').slice(0, 60)
}

/** Whether percent-encoded text decodes, once, to UTF-8 without NULs. */
function isText(encoded: string): boolean {
  try {
    return !decodeURIComponent(encoded).includes('\0')
  } catch {
    return false
  }
}

/**
 * Whether every object has the name: `__proto__`, `constructor`, `toString` and so on. A lookup would find a property
 * that is not a field.
 */
function isInherited(name: string): boolean {
  return name in Object.prototype
}

/**
 * Whether the shape of JSON text allows parsing it. It is checked before parsing, because a million brackets take a
 * hundred megabytes as arrays.
 */
export function isModest(json: string, limits = { depth: MAX_JSON_DEPTH, parts: MAX_PARTS }): boolean {
  let depth = 0
  let parts = 0
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at)
    if (sign === 0x22) {
      at = endOfText(json, at)
    } else if (sign === 0x7b || sign === 0x5b) {
      depth += 1
      if (depth > limits.depth) return false
    } else if (sign === 0x7d || sign === 0x5d) depth -= 1
    else if (sign === 0x2c || sign === 0x3a) {
      parts += 1
      if (parts > limits.parts) return false
    }
  }
  return true
}

/** The index at which the string that opens at `from` closes. */
function endOfText(json: string, from: number): number {
  for (let at = from + 1; at < json.length; at += 1) {
    const sign = json.charCodeAt(at)
    if (sign === 0x5c) at += 1
    else if (sign === 0x22) return at
  }
  return json.length
}

/** Whether parsed JSON holds only names and texts that a database can store. The caller has checked its depth. */
export function isStorable(json: unknown): boolean {
  if (typeof json === 'string') return !json.includes('\0') && json.isWellFormed()
  if (typeof json === 'number') return Number.isFinite(json)
  if (typeof json !== 'object' || json === null) return true
  if (Array.isArray(json)) return json.every(isStorable)
  return Object.entries(json).every(([name, value]) => isStorable(name) && !isInherited(name) && isStorable(value))
}
