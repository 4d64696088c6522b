import { CircleCheck, CircleExclamationPoint, Info, TriangleExclamationPoint } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { cx } from '#src/lib/cx.ts'

const tones = {
  info: { look: 'bg-accent-soft text-accent-ink', Icon: Info, role: 'status' },
  success: { look: 'bg-success-soft text-success-ink', Icon: CircleCheck, role: 'status' },
  warning: { look: 'bg-warning-soft text-warning-ink', Icon: TriangleExclamationPoint, role: 'status' },
  danger: { look: 'bg-danger-soft text-danger-ink', Icon: CircleExclamationPoint, role: 'alert' },
} as const

type BannerProps = {
  tone?: keyof typeof tones
  children: ReactNode
  action?: ReactNode
  className?: string
  ref?: Ref<HTMLDivElement>
}

/** A message in the page's flow. Screen readers announce the tone `danger` at once. */
export function Banner({ tone = 'info', children, action, className, ref }: BannerProps) {
  const { look, Icon, role } = tones[tone]
  return (
    <div
      ref={ref}
      role={role}
      tabIndex={-1}
      className={cx('flex items-start gap-2 rounded-md px-3 py-2', look, className)}
    >
      {/* A short text is in the middle beside a tall button. */}
      <div className="flex min-w-0 flex-1 items-start gap-2 self-center">
        <Icon aria-hidden size={16} className="mt-[3px] shrink-0" />
        <div className="min-w-0 flex-1">{children}</div>
      </div>
      {action}
    </div>
  )
}
