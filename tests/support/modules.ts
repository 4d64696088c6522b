import { vi } from 'vitest'

// The test files of a worker share imported modules, because importing takes longer than most tests.

let spent = false

/** Marks the product's modules as changed by this file, so that the next file gets new ones. */
export function spendModules(): void {
  spent = true
}

/** Resets the modules for the next file if this file has changed them. */
export function renewModules(): void {
  if (spent) vi.resetModules()
  spent = false
}
