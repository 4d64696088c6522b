import type { ComponentProps } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/banner.tsx'
import { ExpiredPassword } from './expired-password.tsx'

type BarredPartProps = ComponentProps<typeof ExpiredPassword> & { barred: string }

/** What somebody who is signed in and cannot go on may do. The login page loads it only for them. */
export function BarredPart({ barred, ...person }: BarredPartProps) {
  if (barred !== 'passwordExpired')
    return (
      <Banner tone="info" className="mt-3">
        {m.login_limited()}
      </Banner>
    )
  return (
    <>
      <h2 className="mt-3 text-xl">{m.password_expiredTitle()}</h2>
      <p className="mt-1.5 text-lg text-muted">{m.password_expiredText()}</p>
      <ExpiredPassword {...person} />
    </>
  )
}
