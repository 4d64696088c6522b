import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import type { MessageChannel } from '#src/lib/message-kinds.ts'
import type { Side } from '#src/lib/side.ts'
import { Button } from '#src/ui/button.tsx'
import { lazyDialog } from '#src/ui/lazy.tsx'
import { OwnCard } from './own-card.tsx'
import type { OwnSaved } from './own-saved.ts'

const ContactDialog = lazyDialog(
  async () => (await import('./contact-dialog.tsx')).ContactDialog,
  ({ onClose }) => onClose(),
)

type OwnContactProps = {
  side: Side
  person: { username: string; email: string; phone: string; emailConfirmed: boolean; hasPassword: boolean }
  onSaved(saved: OwnSaved): void
}

/**
 * The user's e-mail address and mobile number. A change needs a code that goes to the new one, and the password; of
 * whoever has none, a fresh proof.
 */
export function OwnContact({ side, person, onSaved }: OwnContactProps) {
  const [open, setOpen] = useState<MessageChannel | 'confirm'>()
  const channel = open === 'confirm' ? 'mail' : open
  return (
    <OwnCard heading={m.contact_title()} text={person.hasPassword ? m.contact_text() : m.contact_textProof()} wide>
      <dl className="px-5 py-1">
        <ContactLine
          label={m.profile_email()}
          value={person.email}
          onConfirm={person.email === '' || person.emailConfirmed ? undefined : () => setOpen('confirm')}
          onChange={() => setOpen('mail')}
        />
        <ContactLine label={m.profile_phone()} value={person.phone} onChange={() => setOpen('sms')} />
      </dl>
      {channel && (
        <ContactDialog
          side={side}
          channel={channel}
          username={person.username}
          hasPassword={person.hasPassword}
          confirm={open === 'confirm' ? person.email : undefined}
          onClose={() => setOpen(undefined)}
          onSaved={(saved) => {
            setOpen(undefined)
            onSaved(channel === 'mail' ? { ...saved, emailConfirmed: true } : saved)
          }}
        />
      )}
    </OwnCard>
  )
}

type ContactLineProps = {
  label: string
  value: string
  /** For an address that was never confirmed. */
  onConfirm?: (() => void) | undefined
  onChange(): void
}

function ContactLine({ label, value, onConfirm, onChange }: ContactLineProps) {
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-4 border-line py-1.5 not-last:border-b">
      <dt className="w-28 text-muted sm:w-40">{label}</dt>
      <dd className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <span className="flex min-w-0 grow basis-36 flex-wrap items-center gap-x-2">
          <span className="tabular min-w-0 wrap-anywhere">{value || '–'}</span>
          {onConfirm && <span className="text-sm text-warning-ink">{m.contact_unconfirmed()}</span>}
        </span>
        <span className="flex shrink-0 flex-wrap justify-end gap-2">
          {onConfirm && (
            <Button size="sm" aria-label={m.contact_confirmOf({ label })} onClick={onConfirm}>
              {m.contact_confirm()}
            </Button>
          )}
          <Button
            size="sm"
            aria-label={value ? m.contact_changeOf({ label }) : m.contact_addOf({ label })}
            onClick={onChange}
          >
            {value ? m.contact_change() : m.contact_add()}
          </Button>
        </span>
      </dd>
    </div>
  )
}
