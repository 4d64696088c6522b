import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#src/lib/cx.ts'
import type { Tone } from '#src/lib/tone.ts'

const tones: Record<Tone, string> = {
  neutral: 'bg-chip text-ink',
  accent: 'bg-accent-soft text-accent-ink',
  success: 'bg-success-soft text-success-ink',
  warning: 'bg-warning-soft text-warning-ink',
  danger: 'bg-danger-soft text-danger-ink',
}

type TagProps = { tone?: Tone; children: ReactNode; className?: string } & (
  | { onRemove?: undefined; removeLabel?: string }
  | { onRemove: (() => void) | undefined; removeLabel: string }
)

/** A small label. With `onRemove` it has a remove button. */
export function Tag({ tone = 'neutral', children, className, onRemove, removeLabel }: TagProps) {
  return (
    <span
      className={cx('inline-flex h-6 max-w-full items-center gap-1 rounded-sm px-2 text-sm', tones[tone], className)}
    >
      <span className="truncate">{children}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={removeLabel}
          onClick={onRemove}
          className="pointer-events-auto -mr-2 -ml-1 grid size-6 place-items-center"
        >
          <X size={12} />
        </button>
      )}
    </span>
  )
}
