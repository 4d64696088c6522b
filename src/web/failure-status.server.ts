import type { AnyRouter } from '@tanstack/react-router'
import type { HandlerCallbackResult } from '@tanstack/react-router/ssr/server'

/** Refusals that a page says to its user. They are no failures of the server. */
const REFUSALS: readonly unknown[] = [403, 404]

/**
 * Gives a page that could not be loaded the status of what its call answered: a row that is gone, or is not the user's,
 * is a 404 and no failure.
 */
export function withRefusalStatus(
  { state }: Pick<AnyRouter, 'state'>,
  rendered: HandlerCallbackResult,
): HandlerCallbackResult {
  const answer = rendered instanceof Response ? rendered : rendered.response
  if (answer.status !== 500) return rendered
  const codes = state.matches.flatMap(({ error }) =>
    typeof error === 'object' && error !== null && 'code' in error ? [error.code] : [],
  )
  const status = codes.find((code) => REFUSALS.includes(code))
  if (typeof status !== 'number') return rendered
  const response = new Response(answer.body, { status, headers: answer.headers })
  // What ends the stream of the page goes along.
  return rendered instanceof Response ? response : { ...rendered, response }
}
