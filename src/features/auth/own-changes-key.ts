/** The cached list of what the user has changed. Whoever changes something beside it refreshes it. */
export const ownChangesKey = ['ownChanges'] as const
