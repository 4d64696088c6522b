import { createContext, use } from 'react'
import type { DesignBase } from './design.schema.ts'
import type { DesignErrors } from './design-errors.ts'
import type { DesignerAction, DesignerState } from './designer-model.ts'
import type { DesignChoices } from './generator.queries.ts'

type DesignerContextValue = {
  state: DesignerState
  dispatch(action: DesignerAction): void
  base: DesignBase | null
  /** The design starts from a table of others, which stays what it is. */
  adopting: boolean
  choices: DesignChoices
  errors: DesignErrors
  /** Shows the design itself, in place of the preview or the changes. */
  onDesign(): void
}

export const DesignerContext = createContext<DesignerContextValue | null>(null)

/** The design that is edited, for all parts of the designer. */
export function useDesigner(): DesignerContextValue {
  const value = use(DesignerContext)
  if (!value) throw new Error('this is a part of the designer')
  return value
}
