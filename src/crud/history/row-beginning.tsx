import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { formatCount } from '#src/lib/count.ts'
import { formatInstant } from '#src/lib/date.ts'
import type { historyCall } from '#src/server/crud/history-calls.server.ts'
import type { KitAnswer } from '#src/server/endpoint/call-types.ts'

/** How a row began whose first values were not recorded. */
export function RowBeginning({ begin }: { begin: NonNullable<KitAnswer<typeof historyCall>['begin']> }) {
  const { timeZone } = useKit()
  const time = formatInstant(begin.time, timeZone)
  const { name } = begin.actor
  return (
    <p className="mt-3 rounded-lg border border-line bg-sunken px-3 py-2 text-sm text-muted">
      {name === ''
        ? m.history_beginUnknown({ time })
        : begin.kind === 'import'
          ? m.history_beginImport({ time, name, count: formatCount(begin.count) })
          : m.history_begin({ time, name })}
    </p>
  )
}
