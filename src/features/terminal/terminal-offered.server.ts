import { env } from '#src/lib/env.ts'

/** Whether this product has a terminal: not with `TERMINAL=off`, and not in front of another back end. */
export function hasTerminal(): boolean {
  const { TERMINAL, BACKEND_URL } = env()
  return TERMINAL && !BACKEND_URL
}
