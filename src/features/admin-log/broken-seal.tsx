import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { formatCount } from '#src/lib/count.ts'
import { formatInstant } from '#src/lib/date.ts'
import { Banner } from '#src/ui/banner.tsx'
import type { LogVerified } from './admin-log.queries.ts'

type Broken = NonNullable<LogVerified['broken']>

const faults: Readonly<Record<Broken['fault'], () => string>> = {
  changed: m.adminLog_fault_changed,
  missing: m.adminLog_fault_missing,
  added: m.adminLog_fault_added,
  end: m.adminLog_fault_end,
  forged: m.adminLog_fault_forged,
  late: m.adminLog_fault_late,
  seal: m.adminLog_fault_seal,
  link: m.adminLog_fault_link,
  outside: m.adminLog_fault_outside,
}

/** The first place where the log differs from its seals: the period, the number of rows, and what is wrong. */
export function BrokenSeal({ broken }: { broken: Broken }) {
  const { timeZone } = useKit()
  const { fault, number, from, to, sealed, found, rows } = broken
  const when = (time: string | null) => formatInstant(time, timeZone)
  return (
    <Banner tone="danger">
      <p className="font-medium">{m.adminLog_broken()}</p>
      <p>
        {number === null ? m.adminLog_brokenOpen() : m.adminLog_brokenSeal({ number })}
        {': '}
        {faults[fault]()}
      </p>
      {from !== null && <p>{m.adminLog_brokenPeriod({ from: when(from), to: when(to) })}</p>}
      {fault !== 'outside' && fault !== 'end' && (
        <p>{m.adminLog_brokenCount({ sealed: formatCount(sealed), found: formatCount(found) })}</p>
      )}
      {rows.length > 0 && <p className="break-words">{m.adminLog_brokenRows({ rows: rows.join(', ') })}</p>}
    </Banner>
  )
}
