import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { type MessageChannel, messageChannels } from '#src/lib/message-kinds.ts'
import type { Side } from '#src/lib/side.ts'
import { Button } from '#src/ui/button.tsx'
import { lazyDialog } from '#src/ui/lazy.tsx'
import { OwnCard } from './own-card.tsx'
import type { OwnSaved } from './own-saved.ts'

const ContactDialog = lazyDialog(
  async () => (await import('./contact-dialog.tsx')).ContactDialog,
  ({ onClose }) => onClose(),
)

const ProveAddressDialog = lazyDialog(
  async () => (await import('./prove-address-dialog.tsx')).ProveAddressDialog,
  ({ onClose }) => onClose(),
)

type OwnContactProps = {
  side: Side
  person: {
    username: string
    email: string
    phone: string
    emailConfirmed: boolean
    phoneConfirmed: boolean
    hasPassword: boolean
  }
  /** The ways by which codes leave. Addresses of other kinds cannot be changed here. */
  ways: readonly MessageChannel[]
  onSaved(saved: OwnSaved): void
}

/** What is being changed or confirmed. */
type Open = { channel: MessageChannel; confirms: boolean; proof?: string; typed?: string; again?: boolean }

/**
 * The user's e-mail address and mobile number. A change needs a code that goes to the new one, and the password; of
 * whoever has none, a fresh proof. Members first prove that a confirmed address is still theirs.
 */
export function OwnContact({ side, person, ways, onSaved }: OwnContactProps) {
  const { username, hasPassword } = person
  const [open, setOpen] = useState<Open>()
  const lines = {
    mail: { label: m.profile_email(), value: person.email, isConfirmed: person.emailConfirmed },
    sms: { label: m.profile_phone(), value: person.phone, isConfirmed: person.phoneConfirmed },
  }
  const close = () => setOpen(undefined)
  const text = side === 'user' ? m.contact_textMember() : hasPassword ? m.contact_text() : m.contact_textProof()
  const proves = open && side === 'user' && lines[open.channel].isConfirmed && open.proof === undefined
  return (
    <OwnCard heading={m.contact_title()} text={text} wide>
      <dl className="px-5 py-1">
        {messageChannels.map((channel) => (
          <ContactLine
            key={channel}
            {...lines[channel]}
            off={ways.includes(channel) ? undefined : channel === 'mail' ? m.outbox_mailOff() : m.outbox_smsOff()}
            onConfirm={() => setOpen({ channel, confirms: true })}
            onChange={() => setOpen({ channel, confirms: false })}
          />
        ))}
      </dl>
      {open && proves && (
        <ProveAddressDialog
          channel={open.channel}
          present={lines[open.channel].value}
          username={username}
          hasPassword={hasPassword}
          again={open.again ?? false}
          onClose={close}
          onProven={(proof) => setOpen({ ...open, proof })}
        />
      )}
      {open && !proves && (
        <ContactDialog
          side={side}
          channel={open.channel}
          username={username}
          hasPassword={hasPassword}
          confirm={open.confirms ? lines[open.channel].value : undefined}
          proof={open.proof}
          typed={open.typed}
          onClose={close}
          onUnproven={(typed) => setOpen({ channel: open.channel, confirms: false, typed, again: true })}
          onSaved={(saved) => {
            close()
            onSaved({ ...saved, ...(open.channel === 'mail' ? { emailConfirmed: true } : { phoneConfirmed: true }) })
          }}
        />
      )}
    </OwnCard>
  )
}

type ContactLineProps = {
  label: string
  value: string
  isConfirmed: boolean
  /** Why nothing can be changed. */
  off: string | undefined
  onConfirm(): void
  onChange(): void
}

function ContactLine({ label, value, isConfirmed, off, onConfirm, onChange }: ContactLineProps) {
  const isOpen = value !== '' && !isConfirmed
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-4 border-line py-1.5 not-last:border-b">
      <dt className="w-28 text-muted sm:w-40">{label}</dt>
      <dd className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <span className="flex min-w-0 grow basis-36 flex-wrap items-center gap-x-2">
          <span className="tabular min-w-0 wrap-anywhere">{value || '–'}</span>
          {isOpen && <span className="text-sm text-warning-ink">{m.contact_unconfirmed()}</span>}
          {off && <span className="w-full text-sm text-muted">{off}</span>}
        </span>
        {!off && (
          <span className="flex shrink-0 flex-wrap justify-end gap-2">
            {isOpen && (
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
        )}
      </dd>
    </div>
  )
}
