import { useInsertionEffect, useRef, useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import type { UploadOptions } from '#src/layout/kit-context.ts'
import { randomId } from '#src/lib/random-id.ts'
import { type UploadLimits, uploadProblem } from '#src/lib/upload-checks.ts'
import { useStable } from '#src/lib/use-stable.ts'
import { type SendingFile, sendFile } from './send-file.ts'

/** A file that is not in the field's value: running (`share` 0–1) or refused. `final`: a retry would fail again. */
export type Upload = {
  key: string
  file: File
  share: number
  options: UploadOptions
  error?: string
  final?: boolean
}

type Sending = Pick<Upload, 'key' | 'file' | 'options'>

/** Files that are sent at the same time. More would keep the page's other calls waiting. */
const AT_ONCE = 3

/** The running uploads of a field. A refused file stays visible, with the reason, until the user removes it. */
export function useUploads(
  limits: UploadLimits,
  onArrived: (address: string, file: File) => void,
  options: UploadOptions = {},
) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const sendings = useRef(new Map<string, SendingFile>())
  const waiting = useRef<Sending[]>([])
  const arrived = useStable(onArrived)
  const patch = (key: string, change: Partial<Upload>) =>
    setUploads((old) => old.map((one) => (one.key === key ? { ...one, ...change } : one)))
  const drop = (key: string) => {
    waiting.current = waiting.current.filter((one) => one.key !== key)
    sendings.current.get(key)?.cancel()
    end(key)
    setUploads((old) => old.filter((one) => one.key !== key))
  }
  /** Goes on with the next files. */
  const end = (key: string) => {
    sendings.current.delete(key)
    while (sendings.current.size < AT_ONCE) {
      const next = waiting.current.shift()
      if (!next) return
      void send(next)
    }
  }
  const begin = (next: Sending) => {
    waiting.current.push(next)
    end('')
  }
  const send = async ({ key, file, options: sent }: Sending) => {
    const sending = sendFile(file, (share) => patch(key, { share }), sent)
    sendings.current.set(key, sending)
    try {
      arrived(await sending.result, file)
      drop(key)
    } catch (error) {
      end(key)
      patch(key, { error: failureText(error) })
    }
  }
  // Closing the form cancels its uploads. An insertion effect, because the others also end while the tab is hidden.
  useInsertionEffect(() => {
    const open = sendings.current
    return () => {
      waiting.current = []
      for (const one of open.values()) one.cancel()
    }
  }, [])
  return {
    uploads,
    add: (files: readonly File[], more?: UploadOptions) => {
      for (const file of files) {
        const key = randomId()
        const error = uploadProblem(file, limits)
        setUploads((old) => [
          ...old,
          { key, file, share: 0, options: { ...options, ...more }, ...(error ? { error, final: true } : {}) },
        ])
        if (!error) begin({ key, file, options: { ...options, ...more } })
      }
    },
    retry: ({ key, file, options: sent }: Upload) => {
      patch(key, { error: undefined, share: 0 })
      begin({ key, file, options: sent })
    },
    drop,
  }
}
