import { ChevronRight } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import type { UnitAddress } from './report-chart.tsx'

type ReportPathProps = { path: readonly { key: string; name: string }[]; addressOf: UnitAddress }

/** From the highest unit of the reader to the one on screen. */
export function ReportPath({ path, addressOf }: ReportPathProps) {
  if (path.length < 2) return null
  return (
    <nav aria-label={m.report_path()}>
      <ol className="flex flex-wrap items-center gap-x-1 text-sm">
        {path.map(({ key, name }, at) => (
          <li key={key} className="flex items-center gap-1">
            {at > 0 && <ChevronRight aria-hidden size={14} className="shrink-0 text-subtle" />}
            {at === path.length - 1 ? (
              <span aria-current="page" className="font-medium">
                {name}
              </span>
            ) : (
              <a href={addressOf(key)} className="rounded-sm py-1 text-accent-ink hover:underline">
                {name}
              </a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
