import { ApiTokenList } from '#src/features/auth/api-tokens.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import type { AboutAccount } from './about-account.ts'

/** The API tokens of an account. Whoever manages it can revoke them. */
export function ApiTokensDialog({ id, name, timeZone, onClose }: AboutAccount & { timeZone: string }) {
  return (
    <Dialog
      open
      size="lg"
      title={m.apiToken_of({ name })}
      onRequestClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {m.ui_close()}
        </Button>
      }
    >
      <ApiTokenList timeZone={timeZone} accountId={id} />
    </Dialog>
  )
}
