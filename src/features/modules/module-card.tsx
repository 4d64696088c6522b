import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { Button } from '#src/ui/button.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { actNames, actsOf, type OnAct, stateLook } from './module-acts.ts'
import { ModuleIcon } from './module-icon.tsx'
import { ModulePrice } from './module-price.tsx'
import type { ModuleCard } from './store.schema.ts'

type StoreCardProps = {
  card: ModuleCard
  /** Something is being done with it. */
  busy: boolean
  onOpen(uid: string): void
  onAct: OnAct
}

/** A module in the store. Its title opens the details; a press beside its buttons does the same. */
export function StoreCard({ card, busy, onOpen, onAct }: StoreCardProps) {
  const [main] = actsOf(card)
  const state = stateLook(card)
  return (
    <li className="module-card rounded-lg border border-line bg-surface p-4">
      <div className="flex items-start gap-3">
        <ModuleIcon icon={card.icon} />
        <div className="min-w-0 flex-1">
          <h2 className="text-base">
            <button
              type="button"
              className="module-card-title text-left wrap-anywhere"
              onClick={() => onOpen(card.uid)}
            >
              {card.title}
            </button>
          </h2>
          <p className="truncate text-sm text-muted">
            {card.author} · <span className="tabular">{card.installed ?? card.version}</span>
          </p>
        </div>
      </div>
      <p className="module-intro mt-3 text-sm text-muted">{card.intro}</p>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Tag tone={state.tone}>{state.text}</Tag>
        {card.update && <Tag tone="accent">{m.store_updateTo({ version: card.version })}</Tag>}
        {card.waiting !== null && <Tag>{m.store_waits({ version: card.waiting })}</Tag>}
      </div>
      <div className="module-card-foot flex flex-wrap items-center gap-2 pt-3">
        <span className="min-w-0 flex-1 text-sm text-muted">
          {card.price && <ModulePrice price={card.price} />}
          {card.price && card.downloads !== null && ' · '}
          {card.downloads !== null && m.store_downloads({ count: formatCount(card.downloads) })}
        </span>
        {onAct && main && (
          <Button
            variant={main === 'disable' || main === 'off' ? 'secondary' : 'primary'}
            loading={busy}
            aria-label={m.store_actOn({ act: actNames[main](), title: card.title })}
            onClick={() => onAct(card, main)}
          >
            {actNames[main]()}
          </Button>
        )}
      </div>
    </li>
  )
}
