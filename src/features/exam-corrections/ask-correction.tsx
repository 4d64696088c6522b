import { lazyDialog } from '#src/ui/lazy.tsx'

/** Asks for a correction of a paper. Whoever opens it may know the candidate and the subject. */
export const AskCorrection = lazyDialog(
  async () => (await import('./correction-dialog.tsx')).CorrectionDialog,
  ({ onClose }) => onClose(),
)
