import { LoaderCircle } from 'lucide-react'
import { cx } from '#src/lib/cx.ts'

/** A turning ring. Decorative: say in words near it what is going on. */
export function Spinner({ size = 16, className }: { size?: number; className?: string }) {
  return <LoaderCircle aria-hidden size={size} className={cx('spinner shrink-0', className)} />
}
