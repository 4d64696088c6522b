import { ChartColumn, ChartNoAxesColumn, GitCompareArrows, Sigma, Target, UserRound, UsersRound } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import type { ReportChoice } from './report-keys.ts'
import { reportTexts } from './report-texts.ts'

const icons: Record<ReportChoice, ReactNode> = {
  overview: <ChartNoAxesColumn aria-hidden size={20} />,
  comparison: <GitCompareArrows aria-hidden size={20} />,
  distribution: <ChartColumn aria-hidden size={20} />,
  lines: <Target aria-hidden size={20} />,
  borderline: <UsersRound aria-hidden size={20} />,
  assigned: <Sigma aria-hidden size={20} />,
  pupil: <UserRound aria-hidden size={20} />,
}

type ReportGalleryProps = {
  keys: readonly ReportChoice[]
  addressOf(key: ReportChoice): string
  onReport(key: ReportChoice): void
}

/** A card for each report, with the question that it answers. */
export function ReportGallery({ keys, addressOf, onReport }: ReportGalleryProps) {
  const follow = (event: MouseEvent, key: ReportChoice) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onReport(key)
  }
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {keys.map((key) => (
        <li key={key}>
          <a
            href={addressOf(key)}
            onClick={(event) => follow(event, key)}
            className="flex h-full gap-3 rounded-xl border border-line bg-surface p-4 hover:bg-hover"
          >
            <span className="mt-0.5 shrink-0 text-accent-ink">{icons[key]}</span>
            <span className="min-w-0">
              <span className="block text-base font-semibold">{reportTexts[key].title()}</span>
              <span className="mt-1 block text-sm text-muted">{reportTexts[key].question()}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
