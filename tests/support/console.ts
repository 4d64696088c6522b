import { vi } from 'vitest'

const allowed: RegExp[] = []
const unexpected: string[] = []

/** Lets console.error and console.warn say what matches, until the end of the test. */
export function allowConsole(pattern: RegExp): void {
  allowed.push(pattern)
}

/** From now on an error or a warning on the console fails whoever causes it. */
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

/** Ends the watch. Whoever called the console may have swallowed the error: it is thrown again. */
export function endConsoleWatch(): void {
  vi.restoreAllMocks()
  allowed.length = 0
  const said = unexpected.splice(0)
  if (said.length > 0) throw new Error(`Unexpected words on the console:\n${said.join('\n')}`)
}
