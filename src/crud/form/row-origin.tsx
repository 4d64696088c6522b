import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { formatInstant } from '#src/lib/date.ts'
import { RelativeTime } from '#src/ui/relative-time.tsx'

type RowOriginProps = { row: object; people: { createBy?: string; updateBy?: string } | undefined }

/** Who made a row and who changed it last, and when. */
export function RowOrigin({ row, people = {} }: RowOriginProps) {
  const [made, changed] = [timeIn(row, 'createTime'), timeIn(row, 'updateTime')]
  const parts = [
    { key: 'made', at: made, text: people.createBy ? m.entry_madeBy({ name: people.createBy }) : m.entry_made() },
    {
      key: 'changed',
      at: changed === made ? undefined : changed,
      text: people.updateBy ? m.entry_changedBy({ name: people.updateBy }) : m.entry_changed(),
    },
  ]
  if (!made && !changed) return null
  return (
    <p className="mt-6 flex flex-wrap gap-x-4 gap-y-1 border-t border-line pt-3 text-sm text-muted">
      {parts.map(({ key, at, text }) => at && <Moment key={key} at={at} text={text} />)}
    </p>
  )
}

function Moment({ at, text }: { at: string; text: string }) {
  const { timeZone } = useKit()
  return (
    <span>
      {text} <RelativeTime value={at} title={formatInstant(at, timeZone)} timeZone={timeZone} />
    </span>
  )
}

function timeIn(row: object, name: string): string | undefined {
  const value: unknown = Reflect.get(row, name)
  return typeof value === 'string' ? value : undefined
}
