import { useEffect } from 'react'
import { useStable } from '#src/lib/use-stable.ts'

/** An import that was begun before, as one of its jobs left it. */
export type EarlierImport = { importId: number; job: number; kind: 'check' | 'run' }

type Wish = { resource: string; earlier: EarlierImport; until: number }

/** Milliseconds that the page with the list may take to come. */
const PATIENCE = 15_000

let wish: Wish | undefined
const lists = new Set<() => void>()

/** Has the list of a resource open an import again, as soon as it is on screen. */
export function wishImport(resource: string, earlier: EarlierImport): void {
  wish = { resource, earlier, until: Date.now() + PATIENCE }
  for (const look of lists) look()
}

/** Fulfils such wishes for the list on screen; one that is hidden behind another tab hears of none. */
export function useImportWish(resource: string, open: (earlier: EarlierImport) => void): void {
  const fulfil = useStable(open)
  useEffect(() => {
    const look = () => {
      if (wish?.resource !== resource || wish.until < Date.now()) return
      const { earlier } = wish
      wish = undefined
      fulfil(earlier)
    }
    lists.add(look)
    look()
    return () => void lists.delete(look)
  }, [resource, fulfil])
}
