// Drafts live in the storage of the browser tab. What they are made of: draft.ts, which only forms need.

/** With this, the names of all drafts begin. */
export const DRAFTS = 'ys-draft:'

export function draftStore(): Storage | undefined {
  try {
    return window.sessionStorage
  } catch {
    return undefined
  }
}

/** The names of the drafts that are stored for a resource, or for all. */
export function draftNames(resource?: string): string[] {
  const start = resource === undefined ? DRAFTS : `${DRAFTS}${resource}:`
  return Object.keys(draftStore() ?? {}).filter((key) => key.startsWith(start))
}

export function dropDraft(key: string): void {
  draftStore()?.removeItem(key)
}

/** For signing out: the next user must not see the drafts of this user. */
export function dropDrafts(): void {
  for (const key of draftNames()) dropDraft(key)
}
