import type { ComponentProps } from 'react'
import { BackendError } from '#src/backend/backend-error.ts'
import { failureHelp, failureReason } from '#src/backend/failure-text.ts'
import { ErrorState } from '#src/ui/error-state.tsx'
import { lazyPart } from '#src/ui/lazy.tsx'

const FailureNumber = lazyPart(async () => (await import('./failure-number.tsx')).FailureNumber, null, {
  place: 'nowhere',
})

type FailureStateProps = Omit<ComponentProps<typeof ErrorState>, 'message' | 'help' | 'children'> & {
  error: unknown
  /** Number of the report, if the failure was reported. */
  number?: string
}

/** Shows a failure: what happened, that nothing is lost, and the number to quote. */
export function FailureState({ error, number, ...rest }: FailureStateProps) {
  const quoted = number || (error instanceof BackendError ? error.requestId : '')
  return (
    <ErrorState {...rest} message={failureReason(error)} help={failureHelp(error)}>
      {quoted && <FailureNumber number={quoted} />}
    </ErrorState>
  )
}
