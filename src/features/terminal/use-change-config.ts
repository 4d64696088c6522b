import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { setConfig } from './store/terminal-store.ts'
import { terminalInfoQuery } from './terminal.queries.ts'
import { useViewCalls } from './view-calls.ts'

/** Changes the settings: on the server first, then here. A failure changes nothing. */
export function useChangeConfig() {
  const calls = useViewCalls()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  /** @returns whether it was saved */
  const change = async (config: Parameters<typeof calls.change>[0]): Promise<boolean> => {
    setBusy(true)
    setError('')
    try {
      const { manager: packageManager, port } = await calls.change(config)
      client.setQueryData(terminalInfoQuery(calls).queryKey, (info) => info && { ...info, packageManager, port })
      setConfig({ packageManager, port })
      return true
    } catch (reason) {
      setError(failureText(reason))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, setError, change }
}
