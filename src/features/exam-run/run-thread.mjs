import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// The program of the thread that computes exams. Node keeps the compiled code of its modules, because a thread would
// otherwise take longer to start. This file is JavaScript, so that it starts without a compiler.

enableCompileCache(fileURLToPath(new URL('../../../.cache/code', import.meta.url)))
const { computeExam } = await import('./run-thread-work.server.ts')
flushCompileCache()
await computeExam()
