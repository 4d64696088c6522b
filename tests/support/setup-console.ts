import { afterEach, beforeEach } from 'vitest'
import { endConsoleWatch, watchConsole } from './console.ts'

// Files share console.ts; what runs around every test is said here, which each of them loads anew.

beforeEach(watchConsole)
afterEach(endConsoleWatch)
