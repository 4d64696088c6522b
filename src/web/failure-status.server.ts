import type { AnyRouter } from '@tanstack/react-router'

/** Refusals that a page says to its user. They are no failures of the server. */
const REFUSALS: readonly unknown[] = [403, 404]

/**
 * Gives a page that could not be loaded the status of what its call answered: a row that is gone, or is not the user's,
 * is a 404 and no failure.
 */
export function withRefusalStatus({ state }: Pick<AnyRouter, 'state'>, answer: Response): Response {
  if (answer.status !== 500) return answer
  const codes = state.matches.flatMap(({ error }) =>
    typeof error === 'object' && error !== null && 'code' in error ? [error.code] : [],
  )
  const status = codes.find((code) => REFUSALS.includes(code))
  return typeof status === 'number' ? new Response(answer.body, { status, headers: answer.headers }) : answer
}
