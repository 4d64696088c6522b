import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// The program of a thread that reads a file. Node keeps the compiled code of its modules, because a thread would
// otherwise need three times as long to start. This file is JavaScript, so that it starts without a compiler.

enableCompileCache(fileURLToPath(new URL('../../../.cache/code', import.meta.url)))
const { work } = await import('./file-thread-work.server.ts')
flushCompileCache()
work()
