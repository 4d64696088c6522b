import { enableCompileCache, flushCompileCache } from 'node:module'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

// The program of the thread that computes exams. Node keeps the compiled code of its modules, because a thread would
// otherwise take longer to start. This file is JavaScript, so that it starts without a compiler.

// People who read something come first. On Linux this is about this thread alone, elsewhere about the whole process.
if (process.platform === 'linux') setPriority(10)
enableCompileCache(fileURLToPath(new URL('../../../.cache/code', import.meta.url)))
const { computeExam } = await import('./run-thread-work.server.ts')
flushCompileCache()
await computeExam()
