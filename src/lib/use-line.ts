import { useSyncExternalStore } from 'react'
import { type LineState, line } from './line.ts'

const upAtFirst = (): LineState => 'up'

/** The connection to the server. A component renders again when it changes. */
export function useLine(): LineState {
  return useSyncExternalStore(line.subscribe, line.read, upAtFirst)
}
