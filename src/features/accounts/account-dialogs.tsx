import { useKit } from '#src/layout/kit-context.ts'
import { lazyDialog } from '#src/ui/lazy.tsx'

const ResetDialog = lazyDialog(
  async () => (await import('./reset-dialog.tsx')).ResetDialog,
  ({ onClose }) => onClose(),
)
const SignInsDialog = lazyDialog(
  async () => (await import('./sign-ins-dialog.tsx')).SignInsDialog,
  ({ onClose }) => onClose(),
)
const ApiTokensDialog = lazyDialog(
  async () => (await import('./api-tokens-dialog.tsx')).ApiTokensDialog,
  ({ onClose }) => onClose(),
)
const RemoveFactorsDialog = lazyDialog(
  async () => (await import('./remove-factors-dialog.tsx')).RemoveFactorsDialog,
  ({ onClose }) => onClose(),
)

export type AskedAbout = 'reset' | 'signIns' | 'apiTokens' | 'factors'
type Named = { id: number; username: string; name: string; nickname: string }

type AccountDialogsProps = {
  of: 'user' | 'member'
  about: { row: Named; what: AskedAbout } | undefined
  onClose(): void
  onChanged(): void
}

/** The dialog about an account, or a member, that was asked for. */
export function AccountDialogs({ of, about, onClose, onChanged }: AccountDialogsProps) {
  const { timeZone } = useKit()
  if (!about) return null
  const { id, nickname, name, username } = about.row
  const dialog = { of, id, name: nickname || name || username, onClose, onChanged }
  switch (about.what) {
    case 'reset':
      return <ResetDialog {...dialog} />
    case 'signIns':
      return <SignInsDialog {...dialog} timeZone={timeZone} />
    case 'apiTokens':
      return <ApiTokensDialog {...dialog} timeZone={timeZone} />
    case 'factors':
      return <RemoveFactorsDialog {...dialog} />
  }
}
