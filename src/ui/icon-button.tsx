import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#src/lib/cx.ts'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children' | 'title'> & {
  /** What the button does. Screen readers read it, and it is shown on hover. */
  label: string
  children: ReactNode
  size?: 'sm' | 'md'
  tone?: 'plain' | 'danger'
}

/** A square button with an icon and an accessible name. */
export function IconButton({ label, size = 'md', tone = 'plain', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={cx(
        'inline-grid shrink-0 pointer-coarse:min-h-11 pointer-coarse:min-w-11 place-items-center rounded-md text-muted transition-colors hover:bg-hover disabled:opacity-50 aria-disabled:opacity-50',
        tone === 'danger' ? 'hover:text-danger-ink' : 'hover:text-ink',
        size === 'sm' ? 'size-7' : 'size-8',
        className,
      )}
    />
  )
}
