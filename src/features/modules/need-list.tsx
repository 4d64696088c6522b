import { m } from '#src/i18n/paraglide/messages.js'
import type { Tone } from '#src/lib/tone.ts'
import { Button } from '#src/ui/button.tsx'
import { Tag } from '#src/ui/tag.tsx'
import type { ModulePlan } from './store.schema.ts'

type Need = ModulePlan['needs'][number]

const looks: Record<Need['state'], { label(): string; tone: Tone }> = {
  fits: { label: m.store_needFits, tone: 'success' },
  missing: { label: m.store_needMissing, tone: 'danger' },
  other: { label: m.store_needOther, tone: 'warning' },
  disabled: { label: m.store_needDisabled, tone: 'warning' },
}

/** The modules that a module needs, and whether they are there. What does not fit leads to its details. */
export function NeedList({ needs, onOpen }: { needs: readonly Need[]; onOpen(uid: string): void }) {
  return (
    <ul className="flex flex-col gap-2">
      {needs.map(({ uid, title, range, state }) => (
        <li key={uid} className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 flex-1 wrap-anywhere">
            {title} <code className="font-mono text-sm text-muted">{range}</code>
          </span>
          <Tag tone={looks[state].tone}>{looks[state].label()}</Tag>
          {state !== 'fits' && (
            <Button size="sm" aria-label={m.store_detailsOf({ title })} onClick={() => onOpen(uid)}>
              {m.store_details()}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
