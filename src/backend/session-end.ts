import type { AnyRedirect } from '@tanstack/react-router'
import { BackendError } from './backend-error.ts'

/** What the router does when a call finds that the session has ended. */
type Ending = {
  /** Redirects to the side's login route, which then leads back to this page. */
  toLogin(): void
  /** The user is signed out. The router follows the redirect only with `follow`; otherwise the caller follows it. */
  redirected(redirect: AnyRedirect, follow: boolean): void
}

let ending: Ending | undefined

/** Sets the router's callbacks. Only the browser sets them: on a server, redirects are responses. */
export function endSessionsWith(what: Ending): void {
  ending = what
}

/**
 * For calls that neither a query nor a form watches. When the session has ended, the page goes to the login route, and
 * the error is thrown again. Use it as `.catch(leaveWhenSignedOut)`.
 */
export function leaveWhenSignedOut(error: unknown): never {
  if (error instanceof BackendError && error.code === 401) ending?.toLogin()
  throw error
}

/** The back end ended the session and redirects the user (code 302). */
export function sessionRedirected(redirect: AnyRedirect, follow: boolean): void {
  ending?.redirected(redirect, follow)
}
