import { literal } from '#src/db/statement.server.ts'
import type { Field } from '#src/resource/description.ts'
import { isSecret } from '#src/resource/field-traits.ts'
import { conversion, sharesColumn, storedIn } from './convert.server.ts'
import type { Design } from './design.schema.ts'
import { movedPairs, type Pair } from './field-pairs.server.ts'
import type { KeptHistory } from './kept.server.ts'
import { addedName, asideNames, columnIn, goneName, heldValue } from './steps.server.ts'
import { isOwnTable } from './table-origin.server.ts'

/** What a generation does with columns. */
type Moving = { before: Design; pairs: readonly Pair[]; removed: readonly Field[]; token: string; timeZone: string }
type Recorded = { key: string; field: Field }

/**
 * The statements that make the history of the rows follow the columns of a table of its own: what was recorded goes
 * aside with its column, and a column of another type gets what that can hold of it. So older changes can be undone.
 */
export function recordedMoves({ before, pairs, removed, token, timeZone }: Moving): KeptHistory {
  const table = before.tableName
  if (!isOwnTable(table)) return { forth: [], back: [] }
  const retyped = pairs.flatMap(({ column, field, old }) =>
    old && !sharesColumn(old.field, field)
      ? [{ old, to: { column, field }, aside: asideNames(token, old, { column, field }) }]
      : [],
  )
  const names: [from: string, to: string][] = [
    ...removed.map((field): [string, string] => {
      const column = columnIn(before, field.name)
      return [column, goneName(token, column, isSecret(field))]
    }),
    ...movedPairs(pairs).map(({ from, to }): [string, string] => [from, to]),
    ...retyped.flatMap(({ old, to, aside }): [string, string][] => [
      [old.column, aside.old],
      [aside.made, to.column],
    ]),
    ...pairs.flatMap(({ column, field, old }): [string, string][] =>
      old ? [] : [[addedName(token, column, field), column]],
    ),
  ]
  const copies = retyped.map(({ old, to, aside }) => {
    const [was, is] = [
      { key: aside.old, field: old.field },
      { key: to.column, field: to.field },
    ]
    return { forth: copied(table, was, is, timeZone), back: copied(table, is, was, timeZone) }
  })
  const inverse = names.map(([from, to]): [string, string] => [to, from])
  return {
    forth: [...renamed(table, names), ...copies.flatMap(({ forth }) => forth)],
    back: [...copies.flatMap(({ back }) => back), ...renamed(table, inverse)],
  }
}

function renamed(table: string, names: readonly (readonly [string, string])[]): string[] {
  if (names.length === 0) return []
  const map = `${literal(JSON.stringify(Object.fromEntries(names)))}::jsonb`
  const old = `array[${names.map(([from]) => literal(from))}]`
  return [
    `update change set before = rename_keys(before, ${map}), after = rename_keys(after, ${map})
  where table_name = ${literal(table)} and (before ?| ${old} or after ?| ${old})`,
  ]
}

/** Gives recorded rows the value of one field from that of another, where they have none. */
function copied(table: string, from: Recorded, to: Recorded, timeZone: string): string[] {
  const [has, wants] = [literal(from.key), literal(to.key)]
  const lacks = (row: string) => `${row} ? ${has} and not ${row} ? ${wants}`
  const made = (row: string) => {
    const value = conversion(from.field, to.field, storedIn(from.field, `${row} -> ${has}`), timeZone)
    if (value === undefined) return undefined
    return `case when ${lacks(row)} then ${row} || jsonb_build_object(${wants}, ${heldValue(to.field, value)}) else ${row} end`
  }
  const [before, after] = [made('before'), made('after')]
  if (before === undefined || after === undefined) return []
  return [
    `update change set before = ${before}, after = ${after}
  where table_name = ${literal(table)} and (${lacks('before')} or ${lacks('after')})`,
  ]
}
