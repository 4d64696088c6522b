import { type ReactNode, useId } from 'react'
import { cx } from '#src/lib/cx.ts'

/** A group of related settings under a heading. */
export function SettingGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2.5">
      <h3 id={id} className="border-b border-line pb-1.5 text-sm font-medium text-muted">
        {title}
      </h3>
      {children}
    </section>
  )
}

type SettingProps = {
  label: string
  /** The control takes about half of the line. */
  wide?: boolean
  /** A short hint below the line. */
  hint?: ReactNode
  children: ReactNode
}

/** A line of the drawer: a label and a control. The control needs its own accessible name. */
export function Setting({ label, wide = false, hint, children }: SettingProps) {
  return (
    <div className="flex flex-col gap-0.5">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <span className="min-w-0">{label}</span>
        <div className={cx('shrink-0', wide && 'w-36')}>{children}</div>
      </div>
      {hint && <p className="text-xs text-subtle">{hint}</p>}
    </div>
  )
}
