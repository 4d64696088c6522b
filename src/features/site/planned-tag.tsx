import { m } from '#src/i18n/paraglide/messages.js'

/** Marks what the product does not have yet. */
export function PlannedTag() {
  return (
    <span className="rounded-sm bg-warning-soft px-1.5 py-0.5 text-xs font-medium whitespace-nowrap text-warning-ink">
      {m.home_planned()}
    </span>
  )
}
