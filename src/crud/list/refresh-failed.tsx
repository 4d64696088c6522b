import { RotateCw } from 'lucide-react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'

/** The message above rows that could not be refreshed. */
export function RefreshFailed({ error, onRetry }: { error: Error; onRetry(): void }) {
  return (
    <Banner
      tone="danger"
      action={
        <Button size="sm" icon={<RotateCw aria-hidden size={13} />} onClick={onRetry}>
          {m.ui_retry()}
        </Button>
      }
    >
      {m.crud_refreshFailed({ reason: failureText(error) })}
    </Banner>
  )
}
