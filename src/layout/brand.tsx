import { cx } from '#src/lib/cx.ts'

/** The mark: a rule with its graduation. Give it a label where no name stands beside it. */
export function BrandMark({ label, className }: { label?: string; className?: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      aria-hidden={label === undefined}
      viewBox="0 0 24 24"
      className={cx('size-6 shrink-0', className)}
    >
      <rect width="24" height="24" rx="6" className="fill-accent-solid" />
      <path
        d="M4.5 16.5h15M7 16.5v-3M10.33 16.5V11M13.67 16.5v-3M17 16.5V7.5"
        fill="none"
        stroke="#fff"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
    </svg>
  )
}

/** The mark with the site's name. */
export function Brand({ name }: { name: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2 font-semibold">
      <BrandMark />
      <span className="truncate">{name}</span>
    </span>
  )
}
