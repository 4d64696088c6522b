import type { RuntimeDescription } from '#src/resource/description-schema.ts'

export type DesignColumn = {
  /** The column in the database, where it is not the field's name in snake case. Only in tables that others made. */
  column?: string
  /** The name that the field has in the stored description; null: a new field. By default its own name. */
  from?: string | null
  unique?: true
}

/** What the designer edits, and what is generated. */
export type Design = {
  tableName: string
  /** The relation to organizations that places rows, or null. */
  scopeField: string | null
  /** Icon of the menu; '' for the usual one. */
  icon: string
  description: RuntimeDescription
  columns: Record<string, DesignColumn>
}

/** The stored description that a design changes. `rows`: how many rows its table has now. */
export type DesignBase = { key: string; version: number; rows: number }
