import type { FieldValue } from '#src/resource/field-value.ts'

/** What a module has made here besides its resources, and what was put away while it is disabled or gone. */
export type ModuleMade = {
  /** The ids of its roles by their key. A role that was left out has none. */
  roles: Record<string, number>
  /** The ids of the generations of the last update, in their order. */
  generations: number[]
  /** By name: whether a menu, a button or a role was on before the module was disabled. */
  statuses: Record<string, number>
  /** The values of settings that were put away, by name. */
  settings: Record<string, FieldValue>
}

/** A module that has made nothing. */
export const nothingMade: ModuleMade = { roles: {}, generations: [], statuses: {}, settings: {} }
