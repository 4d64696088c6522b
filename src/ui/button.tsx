import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#src/lib/cx.ts'
import { Spinner } from './spinner.tsx'

type Look = { variant?: 'primary' | 'secondary' | 'ghost' | 'danger'; size?: 'sm' | 'md' | 'lg' }

export type ButtonProps = Omit<ComponentProps<'button'>, 'ref'> &
  Look & { ref?: React.Ref<HTMLButtonElement>; icon?: ReactNode; loading?: boolean }

const variants = {
  primary: 'bg-accent-solid text-white hover:bg-accent-solid-hover border-transparent',
  secondary: 'bg-surface text-ink border-line-button shadow-low hover:bg-hover',
  ghost: 'bg-transparent text-ink border-transparent hover:bg-hover',
  danger: 'bg-danger-solid text-white hover:bg-danger-solid-hover border-transparent',
}

const sizes = { sm: 'h-7 px-2.5 text-sm gap-1', md: 'h-8 px-3 text-base gap-1.5', lg: 'h-10 px-4 text-lg gap-2' }

/** The classes of a button, for links that look like one. */
export function buttonClass({ variant = 'secondary', size = 'md' }: Look = {}): string {
  const base =
    'relative inline-flex shrink-0 pointer-coarse:min-h-11 pointer-coarse:min-w-11 items-center justify-center rounded-md border font-medium whitespace-nowrap'
  return cx(base, 'transition-colors disabled:opacity-55 aria-disabled:opacity-70', variants[variant], sizes[size])
}

/** A button. While loading it keeps its width and its focus, and ignores clicks. */
export function Button({ variant, size, icon, loading = false, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled'] || undefined}
      className={cx(buttonClass({ variant, size }), className)}
      // `disabled` is not used, because the button would lose the focus in the middle of a form.
      onClick={loading ? (event) => event.preventDefault() : onClick}
    >
      {loading && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
      {icon && <span className={cx('-ml-0.5 inline-flex', loading && 'opacity-0')}>{icon}</span>}
      {/* Screen readers still read the text, so the button keeps its name. */}
      <span className={cx(loading && 'opacity-0')}>{children}</span>
    </button>
  )
}
