// What a browser keeps of its visits to identity providers, for ten minutes. Each visit has a cookie of its own, for
// the sake of two tabs.

/** Seconds. The database ends a visit after the same time. */
export const VISIT_SECONDS = 600

/** The sentence about the last visit that failed. */
export const SAID_COOKIE = 'ys_visit_said'

/** The language that somebody has chosen just before the visit. */
export const CHOSEN_COOKIE = 'ys_visit_language'

/** A sign-in that an identity provider has begun, and that still needs the second factor. */
export const FACTOR_COOKIE = 'ys_visit_factor'

/** The name of a visit, which may stand in an address. It is the beginning of its `state`. */
export function visitName(state: string): string {
  return state.slice(0, 10)
}

/** The cookie with the key of a visit. */
export function visitCookie(name: string): string {
  return `ys_visit_${name}`
}

/** Whether a text is the name of a visit. */
export function isVisitName(name: string): boolean {
  return /^[\w-]{10}$/.test(name)
}
