import { Copy } from 'lucide-react'
import { useRef } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { toaster } from '#src/ui/toast.tsx'

/** A new API token, which is shown this once. */
export function ApiTokenSecret({ token, onClose }: { token: string; onClose(): void }) {
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token)
      toaster.confirm(m.apiToken_copied())
    } catch {
      // A page without https has no clipboard.
      toaster.error(m.apiToken_copyFailed())
    }
  }
  return (
    <Dialog
      open
      shownOnce
      size="md"
      title={m.apiToken_created()}
      initialFocus={field}
      onRequestClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {m.ui_close()}
        </Button>
      }
    >
      <Banner tone="warning" className="mb-3">
        {m.apiToken_shown()}
      </Banner>
      <FormField label={m.apiToken_secret()}>
        <span className="flex gap-2">
          <Input
            ref={field}
            readOnly
            value={token}
            autoComplete="off"
            className="flex-1 font-mono"
            onFocus={(event) => event.target.select()}
          />
          <Button icon={<Copy aria-hidden size={15} />} onClick={() => void copy()}>
            {m.apiToken_copy()}
          </Button>
        </span>
      </FormField>
    </Dialog>
  )
}
