import { type ReactNode, useId } from 'react'

/** A card with a heading and facts. Each fact is a `DetailLine`. */
export function DetailsCard({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-xl border border-line bg-surface">
      <h2 id={id} className="border-b border-line px-5 py-3 text-base">
        {heading}
      </h2>
      <dl className="px-5 py-2">{children}</dl>
    </section>
  )
}

/** The label and the value of a fact; a dash for an empty value. */
export function DetailLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4 border-line py-2.5 not-last:border-b">
      <dt className="w-28 text-muted sm:w-40">{label}</dt>
      <dd className="tabular min-w-0 flex-1">{children || '–'}</dd>
    </div>
  )
}
