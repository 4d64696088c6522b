import { CircleExclamationPoint } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MemberInfo } from '#src/features/auth/auth.answers.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { MessageChannel } from '#src/lib/message-kinds.ts'

/** What an account lacks. */
export type Lack = 'noEmail' | 'emailOpen' | 'noPhone' | 'phoneOpen' | 'noPicture' | 'noPassword' | 'noFactor'

const texts: Readonly<Record<Lack, () => string>> = {
  noEmail: m.overview_noEmail,
  emailOpen: m.overview_emailOpen,
  noPhone: m.overview_noPhone,
  phoneOpen: m.overview_phoneOpen,
  noPicture: m.overview_noPicture,
  noPassword: m.overview_noPassword,
  noFactor: m.overview_noFactor,
}

type Account = Pick<MemberInfo, 'email' | 'phone' | 'emailConfirmed' | 'phoneConfirmed' | 'avatar' | 'hasPassword'>

/**
 * What an account lacks, of what its owner can do something about.
 * @param ways by which codes leave: without one, no address of that kind can be confirmed
 */
export function lacksOf(account: Account, ways: readonly MessageChannel[], hasFactor: boolean): Lack[] {
  const { email, phone, emailConfirmed, phoneConfirmed, avatar, hasPassword } = account
  const lacks: [Lack, boolean][] = [
    ['noPassword', !hasPassword],
    ['noEmail', ways.includes('mail') && email === ''],
    ['emailOpen', ways.includes('mail') && email !== '' && !emailConfirmed],
    ['noPhone', ways.includes('sms') && phone === ''],
    ['phoneOpen', ways.includes('sms') && phone !== '' && !phoneConfirmed],
    ['noFactor', !hasFactor],
    ['noPicture', avatar === ''],
  ]
  return lacks.filter(([, is]) => is).map(([lack]) => lack)
}

/** The card with what an account lacks. @param link the way to where it is mended; none where the member may not go */
export function OwnHints({ lacks, link }: { lacks: readonly Lack[]; link(lack: Lack): ReactNode }) {
  const shown = lacks.map((lack) => ({ lack, to: link(lack) })).filter(({ to }) => to)
  if (shown.length === 0) return null
  return (
    <section aria-label={m.overview_hints()} className="rounded-xl border border-line bg-surface">
      <h2 className="border-b border-line px-5 py-3 text-base">{m.overview_hints()}</h2>
      <ul className="px-5">
        {shown.map(({ lack, to }) => (
          <li key={lack} className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line py-3 not-last:border-b">
            <CircleExclamationPoint aria-hidden size={16} className="shrink-0 text-accent-ink" />
            <span className="min-w-0 flex-1 basis-56">{texts[lack]()}</span>
            {to}
          </li>
        ))}
      </ul>
    </section>
  )
}
