import { createContext, use } from 'react'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { DesignBase } from './design.schema.ts'
import type { Designer, DesignerAction } from './designer-model.ts'
import type { Choices } from './generator.queries.ts'

/** Messages by field and by property: `''` has those of the whole screen. */
export type DesignErrors = Readonly<Record<string, FieldErrors>>

type DesignerContextValue = {
  state: Designer
  dispatch(action: DesignerAction): void
  base: DesignBase | null
  choices: Choices
  errors: DesignErrors
}

export const DesignerContext = createContext<DesignerContextValue | null>(null)

/** The design that is edited, for all parts of the designer. */
export function useDesigner(): DesignerContextValue {
  const value = use(DesignerContext)
  if (!value) throw new Error('this is a part of the designer')
  return value
}
