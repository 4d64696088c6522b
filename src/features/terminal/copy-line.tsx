import { Copy } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { FormField } from '#src/ui/field.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Input } from '#src/ui/input.tsx'
import { toaster } from '#src/ui/toast.tsx'

/** A value that is only read, with a button that copies it. */
export function CopyLine({ label, value, hideLabel }: { label: string; value: string; hideLabel?: boolean }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      toaster.confirm(m.terminal_copied())
    } catch {
      // A page without https has no clipboard.
      toaster.error(m.terminal_copyFailed())
    }
  }
  return (
    <FormField label={label} hideLabel={hideLabel} readOnly>
      <Input
        readOnly
        value={value}
        className="font-mono"
        onFocus={(event) => event.target.select()}
        action={
          <IconButton size="sm" label={m.terminal_copyLabel({ name: value })} onClick={copy}>
            <Copy aria-hidden size={14} />
          </IconButton>
        }
      />
    </FormField>
  )
}
