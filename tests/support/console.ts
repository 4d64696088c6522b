import { vi } from 'vitest'

const allowed: RegExp[] = []
const unexpected: string[] = []

/** Allows console.error and console.warn messages that match, until the end of the test. */
export function allowConsole(pattern: RegExp): void {
  allowed.push(pattern)
}

/** Makes every error or warning on the console throw at its caller, unless it is allowed. */
export function watchConsole(): void {
  for (const method of ['error', 'warn'] as const) {
    vi.spyOn(console, method).mockImplementation((...words: unknown[]) => {
      const text = words.map(String).join(' ')
      if (allowed.some((pattern) => pattern.test(text))) return
      unexpected.push(`console.${method}: ${text}`)
      throw new Error(`Unexpected console.${method}: ${text}`)
    })
  }
}

/** Ends the watch. Throws for every unexpected message again, since the caller may have caught the first error. */
export function endConsoleWatch(): void {
  vi.restoreAllMocks()
  allowed.length = 0
  const said = unexpected.splice(0)
  if (said.length > 0) throw new Error(`Unexpected words on the console:\n${said.join('\n')}`)
}
