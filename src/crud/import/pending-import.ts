import { useEffect } from 'react'
import { useStable } from '#src/lib/use-stable.ts'

/** An import that was begun before, as one of its jobs left it. */
export type PendingImport = { importId: number; job: number; kind: 'check' | 'run' }

type Request = { resource: string; earlier: PendingImport; until: number }

/** Milliseconds that the page with the list may take to come. */
const PATIENCE = 15_000

let request: Request | undefined
const lists = new Set<() => void>()

/** Has the list of a resource open an import again, as soon as it is on screen. */
export function setPendingImport(resource: string, earlier: PendingImport): void {
  request = { resource, earlier, until: Date.now() + PATIENCE }
  for (const look of lists) look()
}

/** Fulfils such wishes for the list on screen; one that is hidden behind another tab hears of none. */
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
