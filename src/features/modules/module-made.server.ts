/** What a module has made here besides its resources, and how things stood before it was disabled. */
export type ModuleMade = {
  /** The ids of its roles by their key. A role that was left out has none. */
  roles: Record<string, number>
  /** The ids of the generations of the last update, in their order. */
  generations: number[]
  /** By name: whether a menu, a button or a role was on before the module was disabled. */
  statuses: Record<string, number>
}

/** A module that has made nothing. */
export const nothingMade: ModuleMade = { roles: {}, generations: [], statuses: {} }
