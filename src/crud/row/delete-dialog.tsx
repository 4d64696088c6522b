import { useEffect, useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useStable } from '#src/lib/use-stable.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import type { DeleteAnswer } from '../calls/crud-client.ts'
import { failureOf } from '../calls/failure.ts'
import { IdempotencyKey } from '../calls/idempotency-key.ts'
import { type ShownUse, UsesList, usesOf } from './uses-list.tsx'

/** What stands in the way of a deletion: rows that use the row, or what a rule of the resource says. */
type Obstacles = { uses: readonly ShownUse[]; refused: readonly { msg: string }[] }

/** Milliseconds. When the answer about uses takes longer, the dialog opens and waits for it. */
const PATIENCE = 250

type DeleteDialogProps = {
  /** The name of the row to delete. Null while the dialog is closed. */
  name: string | null
  /** What goes with the row. */
  note?: string
  /** The user can bring the row back later. */
  restorable?: boolean
  /** Looks for what stands in the way. Without it, only deleting shows that. */
  uses?(signal: AbortSignal): Promise<Obstacles>
  del(key: string): Promise<DeleteAnswer>
  onDeleted(answer: DeleteAnswer): void
  /** Opens the page of a row that uses this one. */
  onOpen?(path: string): void
  onCancel(): void
}

/** `waiting`: the answer takes so long that the dialog opens without it. */
type Found = 'asked' | 'waiting' | Obstacles

const nothing: Obstacles = { uses: [], refused: [] }

/**
 * Asks for confirmation before a row is deleted. A row that is used cannot be deleted: then the dialog does not ask but
 * shows where it is used.
 */
export function DeleteDialog({ name, note, restorable, uses, del, onDeleted, onOpen, onCancel }: DeleteDialogProps) {
  const [key] = useState(() => new IdempotencyKey())
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const [found, setFound] = useState<Found>(uses ? 'asked' : nothing)
  // The content stays while the dialog fades out.
  const [shown, setShown] = useState(name)
  if (name !== null && name !== shown) setShown(name)

  const look = useStable((signal: AbortSignal) => {
    setError(undefined)
    if (!uses) return
    setFound('asked')
    const timer = setTimeout(() => setFound('waiting'), PATIENCE)
    const end = (answer: Obstacles) => {
      clearTimeout(timer)
      if (!signal.aborted) setFound(answer)
    }
    // Without an answer the user is asked. The server refuses all the same.
    uses(signal).then(end, () => end(nothing))
    signal.addEventListener('abort', () => clearTimeout(timer))
  })
  useEffect(() => {
    if (name === null) return
    const asking = new AbortController()
    look(asking.signal)
    return () => asking.abort()
  }, [name, look])

  const confirm = async () => {
    if (pending) return
    setPending(true)
    setError(undefined)
    try {
      const answer = await del(key.current)
      key.refused()
      onDeleted(answer)
    } catch (reason) {
      if (failureOf(reason).kind === 'refused') key.refused()
      const inTheWay = usesOf(reason)
      if (inTheWay.length > 0) setFound({ uses: inTheWay, refused: [] })
      else setError(failureText(reason))
    } finally {
      setPending(false)
    }
  }

  const title = { name: shown ?? '' }
  const obstacles = typeof found === 'object' ? found : nothing
  const blocked = obstacles.uses.length + obstacles.refused.length > 0
  return (
    <ConfirmDialog
      open={name !== null && found !== 'asked'}
      title={blocked ? m.crud_cannotDelete(title) : m.crud_deleteTitle(title)}
      confirmText={m.crud_delete()}
      danger
      pending={pending}
      disabled={found === 'waiting'}
      error={error}
      onConfirm={blocked ? undefined : () => void confirm()}
      onCancel={onCancel}
    >
      {blocked ? (
        <>
          {obstacles.refused.map(({ msg }) => (
            <p key={msg}>{msg}</p>
          ))}
          {obstacles.uses.length > 0 && (
            <>
              <p className="mb-3">{m.crud_inUse()}</p>
              <UsesList uses={obstacles.uses} onOpen={onOpen} />
            </>
          )}
        </>
      ) : found === 'waiting' ? (
        m.crud_lookingForUses()
      ) : (
        [note, restorable ? m.crud_deleteRestorable() : m.crud_deleteText()].map(
          (text) => text && <p key={text}>{text}</p>,
        )
      )}
    </ConfirmDialog>
  )
}
