import { statusMessage } from '#src/lib/status-message.ts'

/**
 * The standard message for a code that came without one. @param path the requested path; a 404's message contains it
 */
export function statusText(code: number, path: string): string {
  return statusMessage(code, code === 404 ? path : '')
}
