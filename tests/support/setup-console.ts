import { afterEach, beforeEach } from 'vitest'
import { endConsoleWatch, watchConsole } from './console.ts'

// Files share console.ts, but each file loads this setup again. It therefore registers the hooks around every test.

beforeEach(watchConsole)
afterEach(endConsoleWatch)
