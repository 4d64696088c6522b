import type { DesignField } from './design.ts'

/** What each group of properties needs. */
export type FieldPart = {
  field: DesignField
  /** @param step names the text that is typed in */
  onChange(field: DesignField, step?: string): void
  errorsOf(path: string): string[]
}
