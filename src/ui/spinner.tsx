import { LoaderCircle } from 'lucide-react'
import { cx } from '#src/lib/cx.ts'

/** A turning ring. It is decorative, so a text near it must say what is happening. */
export function Spinner({ size = 16, className }: { size?: number; className?: string }) {
  return <LoaderCircle aria-hidden size={size} className={cx('spinner shrink-0', className)} />
}
