import { type ReactNode, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { refusedText } from '../calls/failure.ts'
import { othersAreFree } from '../calls/undo.ts'

type TakingBack<T> = {
  /** The entry that is being taken back. */
  busy: T | undefined
  /** Runs the work of one entry, unless another one is under way. */
  run(entry: T, work: () => Promise<void>): Promise<void>
  /** Why the last one was refused. When other rows of it are free, it offers those. */
  refusal: ReactNode
}

/**
 * Takes back one of several entries at a time.
 * @param takeOthers takes back what is free of an entry that was refused
 */
export function useTakingBack<T>(takeOthers: (entry: T) => void): TakingBack<T> {
  const [busy, setBusy] = useState<T>()
  const [error, setError] = useState<{ text: string; others: T | undefined }>()
  const others = error?.others
  return {
    busy,
    async run(entry, work) {
      if (busy !== undefined) return
      setBusy(entry)
      setError(undefined)
      try {
        await work()
      } catch (reason) {
        setError({ text: refusedText(reason), others: othersAreFree(reason) ? entry : undefined })
      } finally {
        setBusy(undefined)
      }
    },
    refusal: error && (
      <Banner
        tone="danger"
        className="whitespace-pre-line"
        action={
          others !== undefined && (
            <Button size="sm" onClick={() => takeOthers(others)}>
              {m.undo_others()}
            </Button>
          )
        }
      >
        {error.text}
      </Banner>
    ),
  }
}
