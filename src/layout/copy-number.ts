import { m } from '#src/i18n/paraglide/messages.js'
import { toaster } from '#src/ui/toast.tsx'

/** Copies the number of a failure. A page without https has no clipboard, so the user is told how to do it by hand. */
export async function copyNumber(number: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(number)
    toaster.confirm(m.failure_copied())
  } catch {
    toaster.error(m.failure_copyFailed())
  }
}
