import { useQuery } from '@tanstack/react-query'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { actNames, actsOf, type ModuleAct, type OnAct, stateLook } from './module-acts.ts'
import { ModuleDescription } from './module-description.tsx'
import { moduleQuery } from './store.queries.ts'
import type { ModuleDetails } from './store.schema.ts'
import './store.css'

type ModuleDetailsDialogProps = {
  uid: string
  busy: string | undefined
  /** Shows the details of another module. */
  onOpen(uid: string): void
  onAct: OnAct
  onClose(): void
}

/** What a module is, what it needs and adds, and all that can be done with it. */
export function ModuleDetailsDialog({ uid, busy, onOpen, onAct, onClose }: ModuleDetailsDialogProps) {
  const { data, error, isFetching, refetch } = useQuery(moduleQuery(uid))
  const card = data?.card
  const state = card && stateLook(card)
  return (
    <Dialog
      open
      look="drawer"
      size="md"
      onRequestClose={onClose}
      title={card?.title ?? m.store_details()}
      mark={state && <Tag tone={state.tone}>{state.text}</Tag>}
      description={card?.intro}
      footer={
        data && onAct ? (
          actsWith(data).map((act, at) => (
            <Button
              key={act}
              variant={lookOf(act, at)}
              loading={busy === uid && at === 0}
              onClick={() => onAct(data.card, act)}
            >
              {act === 'back' && data.previous !== null ? m.store_backTo({ version: data.previous }) : actNames[act]()}
            </Button>
          ))
        ) : (
          <Button onClick={onClose}>{m.ui_close()}</Button>
        )
      }
    >
      {data ? (
        <div className="flex flex-col gap-5">
          {stateText(data) && <Banner tone={data.card.state === 5 ? 'danger' : 'info'}>{stateText(data)}</Banner>}
          <ModuleDescription details={data} onOpen={onOpen} onLeave={onClose} />
        </div>
      ) : error ? (
        <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <SkeletonRows rows={8} />
      )}
    </Dialog>
  )
}

/** The acts on a card, and the way back to the version before. */
function actsWith({ card, previous }: ModuleDetails): ModuleAct[] {
  const acts = actsOf(card)
  const settled = card.state === 1 || card.state === 6
  return previous !== null && settled ? [...acts, 'back'] : acts
}

function lookOf(act: ModuleAct, at: number) {
  if (act === 'uninstall' || act === 'discard') return 'ghost'
  return at === 0 && act !== 'disable' && act !== 'off' ? 'primary' : 'secondary'
}

/** What the state of a module means. */
function stateText({ card: { origin, state, waiting } }: ModuleDetails): string {
  const version = waiting ?? ''
  switch (state) {
    case 2:
      return m.store_waitingText({ version })
    case 3:
      return m.store_conflictsText({ version })
    case 4:
      return m.store_needsText({ version })
    case 5:
      return m.store_occupiedText({ version })
    case 6:
      return origin === 'part' ? '' : m.store_disabledText()
    default:
      return ''
  }
}
