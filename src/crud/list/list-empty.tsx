import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'

type ListEmptyProps = {
  title: string
  /** A hint on how to begin, for users who add rows. */
  hint?: string
  /** Content of the screen in place of the usual text. */
  own?: ReactNode
  error: Error | null
  pending: boolean
  /** The rows load as soon as the server can be reached again. */
  waiting: boolean
  retrying: boolean
  /** Whether conditions are set that might hide everything. */
  conditions: boolean
  /** The way to begin. Nothing for users who do not add rows. */
  addButton: ReactNode
  /** Other ways to begin, beside it. */
  begin?: ReactNode
  onRetry(): void
  onClear(): void
}

/** Replaces the rows while there are none. It shows the reason and what the user can do. */
export function ListEmpty(props: ListEmptyProps) {
  const { title, hint, own, error, pending, waiting, retrying, conditions, addButton, begin, onRetry, onClear } = props
  return (
    <div className="rounded-lg border border-line bg-surface">
      {error ? (
        <FailureState error={error} onRetry={onRetry} retrying={retrying} />
      ) : pending ? (
        <>
          {waiting && <p className="p-4 text-muted">{m.list_waitingFirst()}</p>}
          <SkeletonRows />
        </>
      ) : conditions ? (
        <EmptyState
          title={m.list_noMatch()}
          hint={m.list_noMatchHint()}
          action={<Button onClick={onClear}>{m.list_clear()}</Button>}
        />
      ) : own ? (
        <div className="px-6 py-10">{own}</div>
      ) : (
        <EmptyState
          title={m.list_empty({ title })}
          hint={addButton ? (hint ?? m.list_emptyHint()) : undefined}
          action={
            begin ? (
              <div className="flex flex-wrap justify-center gap-2">
                {addButton}
                {begin}
              </div>
            ) : (
              addButton
            )
          }
        />
      )}
    </div>
  )
}
