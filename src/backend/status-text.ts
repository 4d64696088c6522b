import { statusMessage } from '#src/lib/status-message.ts'

/** The catalogue's sentence for a code that came without one. @param path what was asked for; named when it is not there */
export function statusText(code: number, path: string): string {
  return statusMessage(code, code === 404 ? path : '')
}
