import { lazyDialog } from '#src/ui/lazy.tsx'

/** What the dialogs about an account get. */
export type AboutAccount = { id: number; name: string; onClose(): void; onChanged(): void }

export const ResetDialog = lazyDialog(
  async () => (await import('./reset-dialog.tsx')).ResetDialog,
  ({ onClose }) => onClose(),
)
export const SignInsDialog = lazyDialog(
  async () => (await import('./sign-ins-dialog.tsx')).SignInsDialog,
  ({ onClose }) => onClose(),
)
