import * as v from 'valibot'
import type { RuntimeDescription } from '#src/resource/description-schema.ts'

export type DesignColumn = {
  /** The column in the database, where it is not the field's name in snake case. Only in tables that others made. */
  column?: string
  /** The name that the field has in the stored description; null: a new field. By default its own name. */
  from?: string | null
  /** No two rows have the same value. */
  unique?: true
}

/** What the designer edits, and what a generation makes. */
export type Design = {
  tableName: string
  /** The relation to organizations that places rows, or null. */
  scopeField: string | null
  /** Icon of the menu; empty for the usual one. */
  icon: string
  description: RuntimeDescription
  /** By field. A field without anything special is not among them. */
  columns: Record<string, DesignColumn>
}

/** The stored description that a design changes. `rows`: how many rows its table has now. */
export type DesignBase = { key: string; version: number; rows: number }

const fieldName = v.pipe(v.string(), v.maxLength(40))

/** A design as it is sent. The schema of descriptions checks the description. */
export const designSchema = v.strictObject({
  tableName: v.pipe(v.string(), v.maxLength(63)),
  scopeField: v.nullable(fieldName),
  icon: v.pipe(v.string(), v.maxLength(100)),
  description: v.looseObject({}),
  columns: v.record(
    v.string(),
    v.strictObject({
      column: v.exactOptional(v.pipe(v.string(), v.minLength(1), v.maxLength(63))),
      from: v.exactOptional(v.nullable(fieldName)),
      unique: v.exactOptional(v.literal(true)),
    }),
  ),
})

/** What a change does to a screen or its table, in words. `loss`: values leave the rows. */
export type DesignChange = {
  kind: (typeof changeKinds)[number]
  field?: string
  text: string
  /** What it does to the rows that are there. */
  effect?: string
  loss: boolean
}

export const changeKinds = ['table', 'adopt', 'add', 'remove', 'rename', 'type', 'rule', 'order', 'screen'] as const

/** The states of an entry of the log. */
export const generationStates = ['start', 'success', 'error', 'undone', 'delete'] as const
export type GenerationState = (typeof generationStates)[number]

/** What an entry of the log did. */
export const generationKinds = ['create', 'change', 'remove', 'undo', 'redo'] as const
export type GenerationKind = (typeof generationKinds)[number]
