import { useEffect } from 'react'
import { useStable } from '#src/lib/use-stable.ts'

/** An import that was started before, in the state of one of its jobs. */
export type PendingImport = { importId: number; job: number; kind: 'check' | 'run' }

type Request = { resource: string; earlier: PendingImport; until: number }

/** How long the page with the list may take to load, in milliseconds. */
const PATIENCE = 15_000

let request: Request | undefined
const lists = new Set<() => void>()

/** Asks the list of a resource to open an import again as soon as the list is visible. */
export function setPendingImport(resource: string, earlier: PendingImport): void {
  request = { resource, earlier, until: Date.now() + PATIENCE }
  for (const look of lists) look()
}

/** Handles these requests for the visible list. A list in a hidden tab receives none. */
export function usePendingImport(resource: string, open: (earlier: PendingImport) => void): void {
  const fulfil = useStable(open)
  useEffect(() => {
    const look = () => {
      if (request?.resource !== resource || request.until < Date.now()) return
      const { earlier } = request
      request = undefined
      fulfil(earlier)
    }
    lists.add(look)
    look()
    return () => void lists.delete(look)
  }, [resource, fulfil])
}
