import { m } from '#src/i18n/paraglide/messages.js'

/** Grey lines that are shown while rows load. */
export function SkeletonRows({ rows = 8 }: { rows?: number }) {
  return (
    <div role="status" className="flex flex-col">
      <span className="sr-only">{m.ui_loading()}</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity
        <div key={index} aria-hidden className="flex h-10 items-center gap-6 border-b border-line px-3">
          <span className="skeleton h-3 rounded-sm" style={{ width: `${24 + ((index * 7) % 5) * 4}%` }} />
          <span className="skeleton h-3 w-1/6 rounded-sm" />
          <span className="skeleton h-3 flex-1 rounded-sm" />
        </div>
      ))}
    </div>
  )
}
