import { literal } from '#src/db/statement.server.ts'
import { textRules } from '#src/lib/rules.ts'
import type { Field } from '#src/resource/description.ts'
import { isRequired, numberOf, optionsOf } from '#src/resource/field-traits.ts'
import { typeOf } from '#src/resource/field-types.ts'
import { columnOf, isFilled } from './convert.server.ts'
import { storageOf } from './field-storage.server.ts'

/**
 * The condition for stored values that stricter rules no longer accept. Undefined where no rule is stricter.
 * @param old undefined: all rules are new
 */
export function breaksRule(old: Field | undefined, next: Field, column: string): string | undefined {
  const found: string[] = []
  if (isRequired(next) && !(old && isRequired(old)) && !storageOf(next).never)
    found.push(`not (${isFilled(next, column)})`)
  found.push(...limitsBroken(old, next, column), ...listBroken(old, next, column), ...textBroken(old, next, column))
  return found.length > 0 ? found.map((one) => `(${one})`).join(' or ') : undefined
}

function limitsBroken(old: Field | undefined, next: Field, column: string): string[] {
  const found: string[] = []
  const isText = typeOf(next).plain === 'text'
  const [number, was] = [numberOf(next), old && numberOf(old)]
  if (numberAt(next, 'max', MOST) < numberAt(old, 'max', MOST) && (isText || number))
    found.push(`${isText ? `length(${column})` : column} > ${numberAt(next, 'max', MOST)}`)
  if (numberAt(next, 'min', LEAST) > numberAt(old, 'min', LEAST) && number)
    found.push(`${column} < ${numberAt(next, 'min', LEAST)}`)
  const decimals = number?.decimals
  if (decimals !== undefined && old && decimals < (was?.decimals ?? 0))
    found.push(`${column} <> round(${column}::numeric, ${decimals})`)
  const [options, known] = [optionsOf(next), old && optionsOf(old)]
  if (options && known?.every(({ value }) => options.some((one) => one.value === value)) !== true) {
    const { type, many } = columnOf(next)
    const values = options.map(({ value }) => (type === 'text' ? literal(String(value)) : String(value)))
    found.push(
      many
        ? `not (${column} <@ array[${values}]::${type}[])`
        : `${column} is not null and ${column} not in (${values})`,
    )
  }
  return found
}

const MOST = Number.POSITIVE_INFINITY
const LEAST = Number.NEGATIVE_INFINITY

/** Lists that are too long or too short, and items that are. */
function listBroken(old: Field | undefined, next: Field, column: string): string[] {
  const found: string[] = []
  const { type, many } = columnOf(next)
  const length = many
    ? `cardinality(${column})`
    : type === 'jsonb' && next.type !== 'json'
      ? `jsonb_array_length(${column})`
      : ''
  if (length === '') return found
  if (numberAt(next, 'maxItems', MOST) < numberAt(old, 'maxItems', MOST))
    found.push(`${length} > ${numberAt(next, 'maxItems', MOST)}`)
  if (numberAt(next, 'minItems', 0) > numberAt(old, 'minItems', 0))
    found.push(`${length} < ${numberAt(next, 'minItems', 0)}`)
  if (next.type === 'texts' && next.max < numberAt(old, 'max', MOST))
    found.push(`exists (select from unnest(${column}) one where length(one) > ${next.max})`)
  return found
}

/** Texts that do not have the form of a rule, and days out of their range. */
function textBroken(old: Field | undefined, next: Field, column: string): string[] {
  if (next.type === 'date') {
    const [least, most] = [old?.type === 'date' ? old.min : undefined, old?.type === 'date' ? old.max : undefined]
    return [
      ...(next.min !== undefined && !(least !== undefined && next.min <= least)
        ? [`${column} < ${literal(next.min)}`]
        : []),
      ...(next.max !== undefined && !(most !== undefined && next.max >= most)
        ? [`${column} > ${literal(next.max)}`]
        : []),
    ]
  }
  if (next.type !== 'text' || next.rule === undefined || (old?.type === 'text' && old.rule === next.rule)) return []
  const { source, flags } = textRules[next.rule].pattern
  // The database knows no properties of letters by these names.
  if (source.includes('\\p{')) return []
  return [`${column} <> '' and ${column} !~${flags.includes('i') ? '*' : ''} ${literal(source)}`]
}

function numberAt(field: Field | undefined, name: 'min' | 'max' | 'minItems' | 'maxItems', none: number): number {
  const value: unknown = field && Reflect.get(field, name)
  return typeof value === 'number' ? value : none
}
