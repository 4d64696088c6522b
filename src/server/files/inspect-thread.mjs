import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// The program of a thread that looks at an uploaded file. See `file-thread.mjs` of the imports.

enableCompileCache(fileURLToPath(new URL('../../../.cache/code', import.meta.url)))
const { inspectInThread } = await import('./inspect-work.server.ts')
flushCompileCache()
await inspectInThread()
