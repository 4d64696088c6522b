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

let wanted: string | undefined

/** The list of the draft's resource opens this draft as soon as it is on screen. */
export function wantDraft(key: string): void {
  wanted = key
}

/** The draft that the list of a resource shall open: once. */
export function takeWantedDraft(resource: string): string | undefined {
  const key = wanted?.startsWith(`${DRAFTS}${resource}:`) ? wanted : undefined
  if (key) wanted = undefined
  return key
}

/** For signing out: the next user must not see the drafts of this user. */
export function dropDrafts(): void {
  for (const key of draftNames()) dropDraft(key)
}
