import { quotedTable } from '#src/db/statement.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from '#src/resource/description.ts'
import { invalid } from '#src/server/errors.server.ts'
import { fieldSource } from './change-text.server.ts'
import { sharesColumn } from './convert.server.ts'
import type { Design } from './design.schema.ts'
import { columnIn, fieldsOf, rename, type TableStep } from './steps.server.ts'

/** A field of a design, with the field and the column that it comes from. */
export type Pair = { field: Field; column: string; old?: OldField }
export type OldField = { field: Field; column: string; unique: boolean }

/** The fields of the new design, each with where it comes from. @throws AppError 422 when two come from one */
export function pairsOf(before: Design, after: Design): Pair[] {
  const old = new Map(fieldsOf(before.description).map((field) => [field.name, field]))
  const taken = new Map<string, string>()
  return fieldsOf(after.description).map((field) => {
    const source = fieldSource(after, field.name) ?? ''
    const known = old.get(source)
    if (!known) return { field, column: columnIn(after, field.name) }
    if (taken.has(source)) throw invalid({ [`columns.${field.name}.from`]: [m.generator_fromTwice({ name: source })] })
    taken.set(source, field.name)
    const unique = before.columns[source]?.unique === true
    return {
      field,
      column: columnIn(after, field.name),
      old: { field: known, column: columnIn(before, source), unique },
    }
  })
}

/** The pairs whose fields have another column than before, with the same values. */
export function movedPairs(pairs: readonly Pair[]): { from: string; to: string }[] {
  return pairs.flatMap(({ field, column, old }) =>
    old && old.column !== column && sharesColumn(old.field, field) ? [{ from: old.column, to: column }] : [],
  )
}

/** Renames of columns. Those that take the name of another one go through a name of their own. */
export function renameColumns(tableName: string, moved: readonly { from: string; to: string }[]): TableStep {
  const table = quotedTable(tableName)
  const before = new Set(moved.map(({ from }) => from))
  const crossing = moved.some(({ to }) => before.has(to))
  const between = moved.map((_one, at) => `moving_${at}`)
  const steps = moved.map(({ from, to }, at): TableStep => {
    const through = crossing ? (between[at] ?? to) : to
    const [up, down] = [[rename(table, from, through)], [rename(table, through, from)]]
    return { up, down, again: up }
  })
  const ends = crossing
    ? moved.map(({ to }, at): TableStep => {
        const through = between[at] ?? to
        const [up, down] = [[rename(table, through, to)], [rename(table, to, through)]]
        return { up, down, again: up }
      })
    : []
  const all = [...steps, ...ends]
  return {
    up: all.flatMap(({ up }) => up),
    down: all.toReversed().flatMap(({ down }) => down),
    again: all.flatMap(({ again }) => again),
  }
}
