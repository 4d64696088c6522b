import { useEffect, useRef, useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import type { UploadOptions } from '#src/layout/kit-context.ts'
import { randomId } from '#src/lib/random-id.ts'
import { type UploadLimits, uploadProblem } from '#src/lib/upload-checks.ts'
import { useStable } from '#src/lib/use-stable.ts'
import { type SendingFile, sendFile } from './send-file.ts'

/** A file that is not in the field's value: running (`share` 0–1) or refused. `final`: a retry would fail again. */
export type Upload = { key: string; file: File; share: number; error?: string; final?: boolean }

/** The running uploads of a field. A refused file stays visible, with the reason, until the user removes it. */
export function useUploads(
  limits: UploadLimits,
  onArrived: (address: string, file: File) => void,
  options: UploadOptions = {},
) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const sendings = useRef(new Map<string, SendingFile>())
  const arrived = useStable(onArrived)
  const patch = (key: string, change: Partial<Upload>) =>
    setUploads((old) => old.map((one) => (one.key === key ? { ...one, ...change } : one)))
  const drop = (key: string) => {
    sendings.current.get(key)?.cancel()
    sendings.current.delete(key)
    setUploads((old) => old.filter((one) => one.key !== key))
  }
  const send = async (key: string, file: File) => {
    const sending = sendFile(file, (share) => patch(key, { share }), options)
    sendings.current.set(key, sending)
    try {
      arrived(await sending.result, file)
      drop(key)
    } catch (error) {
      patch(key, { error: failureText(error) })
    }
  }
  // Closing the form cancels its uploads.
  useEffect(() => {
    const open = sendings.current
    return () => {
      for (const one of open.values()) one.cancel()
    }
  }, [])
  return {
    uploads,
    add: (files: readonly File[]) => {
      for (const file of files) {
        const key = randomId()
        const error = uploadProblem(file, limits)
        setUploads((old) => [...old, { key, file, share: 0, ...(error ? { error, final: true } : {}) }])
        if (!error) void send(key, file)
      }
    },
    retry: ({ key, file }: Upload) => {
      patch(key, { error: undefined, share: 0 })
      void send(key, file)
    },
    drop,
  }
}
