import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'

/** Shows that there is no content, and what the user can do about it. */
export function EmptyState({ title, hint, action }: { title: string; hint?: string; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-1 px-6 py-14 text-center">
      <Inbox aria-hidden size={28} strokeWidth={1.5} className="mb-1 text-subtle" />
      <p className="font-medium">{title}</p>
      {hint && <p className="max-w-md text-sm text-muted">{hint}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
