import type { AnyRedirect } from '@tanstack/react-router'
import { BackendError } from './backend-error.ts'

/** What the router does when a call finds the session over. */
type Ending = {
  /** To the side's login route, with the way back. */
  toLogin(): void
  /** Nobody is signed in any more; the redirect is followed by somebody else unless `follow`. */
  redirected(redirect: AnyRedirect, follow: boolean): void
}

let ending: Ending | undefined

/** Named by the router of the page; a server has none, because its redirects are answers. */
export function endSessionsWith(what: Ending): void {
  ending = what
}

/**
 * For calls that no query watches and no form waits for: when the session is over, the page leaves for the login
 * route, and the error goes on. Use as `.catch(leaveWhenSignedOut)`.
 */
export function leaveWhenSignedOut(error: unknown): never {
  if (error instanceof BackendError && error.code === 401) ending?.toLogin()
  throw error
}

/** The back end ended the session and sends the person elsewhere (code 302). */
export function sessionRedirected(redirect: AnyRedirect, follow: boolean): void {
  ending?.redirected(redirect, follow)
}
