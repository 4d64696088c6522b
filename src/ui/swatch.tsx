import { cx } from '#src/lib/cx.ts'

/** A small square that shows a colour. A crossed-out square means no colour. */
export function Swatch({ color, className }: { color: string; className?: string }) {
  const known = /^#[\da-f]{6}([\da-f]{2})?$/i.test(color)
  return (
    <span
      aria-hidden
      className={cx('inline-block size-4 shrink-0 overflow-hidden rounded-sm border border-line-strong', className)}
      style={{
        background: known
          ? `linear-gradient(${color}, ${color}), repeating-conic-gradient(#bbb 0 25%, #fff 0 50%) 0 / 8px 8px`
          : 'linear-gradient(to top right, transparent 46%, var(--danger) 46% 54%, transparent 54%)',
      }}
    />
  )
}
