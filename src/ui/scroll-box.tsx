import type { ReactNode } from 'react'
import { cx } from '#src/lib/cx.ts'

/** Content that scrolls within the page, also by keyboard. */
export function ScrollBox({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className={cx('rounded-md border border-line', className)}>
      {children}
    </section>
  )
}
