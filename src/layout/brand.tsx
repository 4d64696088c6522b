import { createContext, use } from 'react'
import { cx } from '#src/lib/cx.ts'

/** The address of the site's own logo; empty for the one of the product. */
export const LogoContext = createContext('')

/** The colour of the site's brand; empty for that of the product. */
export const BrandColourContext = createContext('')

/**
 * The logo: that of the site, or a ruler with its scale. It needs a label where the site's name does not stand beside
 * it.
 */
export function BrandMark({ label, className }: { label?: string; className?: string }) {
  const logo = use(LogoContext)
  if (logo !== '')
    return <img src={logo} alt={label ?? ''} className={cx('size-6 shrink-0 rounded-sm object-contain', className)} />
  return (
    <svg
      role="img"
      aria-label={label}
      aria-hidden={label === undefined}
      viewBox="0 0 32 32"
      className={cx('size-6 shrink-0', className)}
    >
      {/* The same drawing as the site's icon, app/favicon.svg. */}
      <rect width="32" height="32" rx="7" className="fill-accent-solid" />
      <path
        d="M8 22h16M8 22v-5M12 22v-3M16 22V10M20 22v-3M24 22v-5"
        fill="none"
        stroke="#fff"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
    </svg>
  )
}

type BrandProps = {
  name: string
  /** In a narrow window a name without room for all of it is not shown: two letters and three dots tell nothing. */
  wholeOrNone?: boolean
}

/** The logo with the site's name. */
export function Brand({ name, wholeOrNone }: BrandProps) {
  return (
    <span
      className={cx(
        'inline-flex min-w-0 items-center gap-2 font-semibold',
        // A name that is too long wraps into the line below, which is cut off.
        wholeOrNone && 'max-lg:h-6 max-lg:flex-wrap max-lg:overflow-hidden',
      )}
    >
      <BrandMark />
      <span className="truncate">{name}</span>
    </span>
  )
}
