import { Check } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import type { ImportView } from '#src/server/import/view.server.ts'
import { NativeSelect } from '#src/ui/native-select.tsx'
import type { ChoiceOption } from '#src/ui/option.ts'
import { Tag } from '#src/ui/tag.tsx'
import { Remembered } from './remembered.tsx'

/** A column with passwords, which are never read from files. */
function SecretColumn({ name }: { name: string }) {
  return (
    <li className="grid items-center gap-x-4 gap-y-1 border-b border-line px-3 py-2 last:border-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)]">
      <p className="truncate font-medium">{name}</p>
      <p className="text-sm text-muted">{m.import_secret()}</p>
    </li>
  )
}

type Column = ImportView['columns'][number]

type ColumnChoiceProps = {
  column: Column
  /** The column's title, or its number. */
  name: string
  options: readonly ChoiceOption[]
  chosen: string | null
  /** The user has set the column since the file was read. */
  byHand: boolean
  busy: boolean
  onChoose(field: string | null): void
  onForget(): void
}

const doubts = {
  guess: m.import_byPart,
  open: m.import_doubtOpen,
  twice: m.import_doubtTwice,
  rival: m.import_doubtRival,
}

/** A column of the file: its title, some of its content, and the field that it stands for. */
export function ColumnChoice({ column, name, options, chosen, byHand, busy, onChoose, onForget }: ColumnChoiceProps) {
  const { samples, by, doubt, counts, secret } = column
  if (secret) return <SecretColumn name={name} />
  return (
    <li className="grid items-center gap-x-4 gap-y-1 border-b border-line px-3 py-2 last:border-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)]">
      <div className="min-w-0">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-sm text-muted">{samples.join(m.crud_listSeparator()) || m.import_noSamples()}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <NativeSelect
          aria-label={m.import_columnField({ name })}
          items={options}
          value={chosen ?? ''}
          onChange={(next) => onChoose(next === '' ? null : next)}
          className="w-56 max-w-full max-sm:w-full"
        />
        {chosen !== null && (byHand || !doubt) && (
          <span className="inline-flex items-center gap-1 text-sm text-success-ink">
            <Check aria-hidden size={15} strokeWidth={2.5} />
            {byHand ? m.import_matchedByHand() : m.import_matched()}
          </span>
        )}
        {!byHand && doubt && <Tag tone="warning">{doubts[doubt]()}</Tag>}
        {!byHand && !doubt && counts && chosen === null && (
          <span className="text-sm text-subtle">{m.import_counts()}</span>
        )}
        {!byHand && by === 'memory' && chosen === column.field && (
          <Remembered busy={busy} name={name} onForget={onForget} />
        )}
      </div>
    </li>
  )
}
