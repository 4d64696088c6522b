import { failureNumber, failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { toaster } from '#src/ui/toast.tsx'
import type { ToastAction } from '#src/ui/toast-store.ts'
import { copyNumber } from './copy-number.ts'

/**
 * Shows in a message that a call failed. A message with a number stays until the user closes it, because a number takes
 * longer to pass on than to read, and offers to copy it.
 * @param text what the message says, if it is more than the failure
 * @param action the button of a message without a number
 */
export function toastFailure(error: unknown, text: string = failureText(error), action?: ToastAction): void {
  const number = failureNumber(error)
  const copy = { label: m.failure_copy(), onClick: () => void copyNumber(number) }
  if (number) toaster.numbered(text, number, canCopy() ? copy : undefined)
  else toaster.error(text, action)
}

/** The button closes the message. Where copying cannot work, the number must stay on screen. */
const canCopy = () => navigator.clipboard !== undefined
