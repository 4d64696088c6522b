import { Copy } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { IconButton } from '#src/ui/icon-button.tsx'
import { copyNumber } from './copy-number.ts'

/** The number by which an administrator finds a failure in the log. The user can copy it. */
export function FailureNumber({ number }: { number: string }) {
  return (
    <p className="flex items-center gap-1 text-sm text-muted">
      {m.failure_number()} <code className="font-mono text-ink select-all">{number}</code>
      <IconButton size="sm" label={m.failure_copy()} onClick={() => void copyNumber(number)}>
        <Copy size={14} />
      </IconButton>
    </p>
  )
}
