/** The types that an organization of each type may stand below. An empty text stands for the top of the tree. */
export type PlacementRules = Readonly<Record<string, readonly string[]>>

/**
 * Whether an organization stands at a place where its type does not belong. This is no error: a user may know better.
 * Types without a rule may stand everywhere.
 * @param parentType null for an organization at the top
 */
export function isMisplaced(rules: PlacementRules | undefined, type: string, parentType: string | null): boolean {
  const allowed = rules?.[type]
  return allowed !== undefined && !allowed.includes(parentType ?? '')
}
