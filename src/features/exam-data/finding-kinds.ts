/** What the marks of an exam may have against them. The first ones block, the others are worth a look. */
export const findingKinds = [
  'noCombo',
  'over',
  'offStep',
  'notSat',
  'missing',
  'absent',
  'shift',
  'mean',
  'cheat',
] as const
export type FindingKind = (typeof findingKinds)[number]

const blockingKinds: ReadonlySet<FindingKind> = new Set(['noCombo', 'over', 'offStep', 'notSat'])

/** Whether a part cannot be submitted with it. */
export const isBlocking = (kind: FindingKind): boolean => blockingKinds.has(kind)
