import { runtime } from '#src/server/runtime.server.ts'
import type { Backend } from './call.ts'
import { pig } from './pig/pig.server.ts'
import { yardstick } from './yardstick.server.ts'

export type BackendKind = 'yardstick' | 'pig'

/** The kind of back end that this installation uses, as configured. */
export function backendKind(): BackendKind {
  return runtime().env.BACKEND_KIND
}

/** The protocol of that kind of back end. */
export function backend(): Backend {
  return backendKind() === 'pig' ? pig : yardstick
}
