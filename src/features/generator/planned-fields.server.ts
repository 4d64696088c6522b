import { quoted } from '#src/db/statement.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from '#src/resource/description.ts'
import { isRequired } from '#src/resource/field-traits.ts'
import { labelText } from '#src/resource/label.ts'
import { breaksRule } from './broken-rules.server.ts'
import { conversion, emptyOf, isAltered, isFilled } from './convert.server.ts'
import type { Design, DesignChange } from './design.schema.ts'
import { movedPairs, type OldField, type Pair, renameColumns } from './field-pairs.server.ts'
import { addColumn, columnIn, heldValue, setAside, type TableStep } from './steps.server.ts'
import { isOwnTable } from './table-origin.server.ts'

/** One change with the questions that the rows answer: how many of them it concerns. */
export type Planned = {
  change: Omit<DesignChange, 'loss'>
  step?: TableStep
  asks?: readonly Asked[]
}
export type Asked = { condition: string; effect(count: number): string; loss: boolean }

/** Fields that go. */
export function removals(before: Design, removed: readonly Field[], token: string): Planned[] {
  return removed.map((field) => {
    const column = columnIn(before, field.name)
    const unique = before.columns[field.name]?.unique === true
    const text = m.generator_changeRemove({ label: labelText(field.label) })
    return {
      change: { kind: 'remove', field: field.name, text },
      // A column of a table that others made stays: other programs may use it.
      ...(isOwnTable(before.tableName) ? { step: setAside(before.tableName, column, field, token, unique) } : {}),
      asks: [
        {
          condition: isFilled(field, quoted(column)),
          effect: (count) => m.generator_effectAside({ count }),
          loss: true,
        },
      ],
    }
  })
}

/** Fields with other names, and their columns. */
export function renames(tableName: string, pairs: readonly Pair[]): Planned[] {
  const moved = movedPairs(pairs)
  const step = moved.length > 0 ? renameColumns(tableName, moved) : undefined
  const named = pairs.filter(({ field, old }) => old && old.field.name !== field.name)
  return named.map(({ field, old }, at) => ({
    change: {
      kind: 'rename',
      field: field.name,
      text: m.generator_changeRename({ from: old?.field.name ?? '', to: field.name }),
    },
    ...(at === 0 && step ? { step } : {}),
  }))
}

/** A new field. @param isThere a table of others has the column already, as that of a field that was removed */
export function addition(tableName: string, { field, column }: Pair, token: string, isThere = false): Planned {
  const change = {
    kind: 'add',
    field: field.name,
    text: m.generator_changeAdd({ label: labelText(field.label) }),
  } as const
  const condition = breaksRule(undefined, field, isThere ? quoted(column) : emptyOf(field)) ?? 'false'
  if (isThere)
    return { change, asks: [{ condition, effect: (count) => m.generator_effectBroken({ count }), loss: false }] }
  const step = addColumn(tableName, column, field, token)
  if (!isRequired(field)) return { change, step }
  return { change, step, asks: [{ condition, effect: (count) => m.generator_effectMissing({ count }), loss: false }] }
}

/** What is said of a field that gets another type. */
export function typeChange(field: Field) {
  return { kind: 'type', field: field.name, text: m.generator_changeType({ label: labelText(field.label) }) } as const
}

/** A field with another type, whose column comes with the values that it can hold. */
export function typed(field: Field, old: OldField, step: TableStep, timeZone: string): Planned {
  const stored = quoted(old.column)
  const value = conversion(old.field, field, stored, timeZone)
  const isThere = isFilled(old.field, stored)
  const altered = isAltered(old.field, field, stored, timeZone)
  const broken = breaksRule(undefined, field, `(${heldValue(field, value ?? 'null')})`)
  return {
    change: typeChange(field),
    step,
    asks: [
      {
        condition: value === undefined ? isThere : `${isThere} and (${value}) is null`,
        effect: (count) => m.generator_effectUnfit({ count }),
        loss: true,
      },
      ...(altered === undefined
        ? []
        : [{ condition: altered, effect: (count: number) => m.crudChange_altered({ count }), loss: true }]),
      ...(broken === undefined || value === undefined
        ? []
        : [{ condition: broken, effect: (count: number) => m.generator_effectBroken({ count }), loss: false }]),
    ],
  }
}

/** A field whose rules may no longer accept what rows have. */
export function stricter(field: Field, old: OldField): Planned[] {
  const broken = breaksRule(old.field, field, quoted(old.column))
  if (broken === undefined) return []
  const text = m.generator_changeRule({ label: labelText(field.label) })
  return [
    {
      change: { kind: 'rule', field: field.name, text },
      asks: [{ condition: broken, effect: (count) => m.generator_effectBroken({ count }), loss: false }],
    },
  ]
}
