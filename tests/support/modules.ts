import { vi } from 'vitest'

// The files of a worker share the modules that they import, since importing takes longer than most tests.

let spent = false

/** Says that the product's modules hold something of this file's own: the next file gets new ones. */
export function spendModules(): void {
  spent = true
}

/** New modules for the next file, where this one has spent them. */
export function renewModules(): void {
  if (spent) vi.resetModules()
  spent = false
}
