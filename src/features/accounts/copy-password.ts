import { m } from '#src/i18n/paraglide/messages.js'
import { toaster } from '#src/ui/toast.tsx'

/** Copies a password. A page without https has no clipboard, so the user is told how to do it by hand. */
export async function copyPassword(password: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(password)
    toaster.confirm(m.user_copied())
  } catch {
    toaster.error(m.user_copyFailed())
  }
}
