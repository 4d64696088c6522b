import type { Json } from '#src/lib/json.ts'
import { storable } from '../sheet/storable.ts'
import { isSecretOf, type KnownNames, MASK, withoutCredentials } from './secret-names.ts'

/** What one row keeps of a request. */
const TEXT_MAX = 1_000
const ITEMS_MAX = 100
const KEYS_MAX = 200
const WHOLE_MAX = 32_000
/** Bodies in JSON are limited to as many levels; what a text contains as JSON may be deeper. */
const DEPTH_MAX = 40

/** Names under which a list of pairs has its values: headers, settings, conditions of a filter. */
const PAIR_NAMES = ['key', 'name', 'field']
const PAIR_VALUES = ['value', 'val', 'values']

/**
 * A request's query or body as the log keeps it: without secrets, at any depth, also in JSON and addresses within
 * texts. Long texts, long lists and what is too large are cut, with a note of their size.
 */
export function masked(value: unknown, names: KnownNames): Json {
  const whole = part(value, names, 0)
  const size = JSON.stringify(whole).length
  if (size <= WHOLE_MAX) return whole
  return { '…': `${size} characters`, names: keysOf(whole).slice(0, ITEMS_MAX) }
}

function part(value: unknown, names: KnownNames, depth: number): Json {
  if (typeof value === 'string') return text(value, names, depth)
  if (typeof value !== 'object' || value === null) return scalar(value)
  if (depth > DEPTH_MAX) return '…'
  if (Array.isArray(value)) {
    const items = value.slice(0, ITEMS_MAX).map((item) => part(item, names, depth + 1))
    return value.length > ITEMS_MAX ? [...items, `… ${value.length}`] : items
  }
  const entries = Object.entries(value)
  const named = entries.find(([key, name]) => PAIR_NAMES.includes(key) && typeof name === 'string')?.[1]
  const secretPair = typeof named === 'string' && isSecretOf(names, named)
  const kept = entries.slice(0, KEYS_MAX).map(([key, one]): [string, Json] => {
    const hidden = isSecretOf(names, key) || (secretPair && PAIR_VALUES.includes(key))
    return [storable(key).slice(0, TEXT_MAX), hidden && !isEmpty(one) ? MASK : part(one, names, depth + 1)]
  })
  if (entries.length > KEYS_MAX) kept.push(['…', entries.length])
  return Object.fromEntries(kept)
}

function text(value: string, names: KnownNames, depth: number): Json {
  const inner = /^\s*[[{]/.test(value) && depth <= DEPTH_MAX ? parsed(value) : undefined
  if (inner !== undefined) return part(inner, names, depth + 1)
  return cut(withoutCredentials(storable(value)), TEXT_MAX)
}

function scalar(value: unknown): Json {
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? value : null
}

/** The name of an empty secret says that none was given. */
function isEmpty(value: unknown): boolean {
  return value === '' || value === null || value === undefined
}

/** Only lists and objects: a text that begins like one and is none stays a text. */
function parsed(value: string): object | undefined {
  try {
    const found: unknown = JSON.parse(value)
    return typeof found === 'object' && found !== null ? found : undefined
  } catch {
    return undefined
  }
}

function keysOf(value: Json): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : []
}

/** A text within a limit, with a note of its length when it was longer. */
export function cut(value: string, most: number): string {
  return value.length > most ? `${value.slice(0, most).toWellFormed()}… (${value.length})` : value
}
