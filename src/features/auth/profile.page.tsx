import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatInstant } from '#src/lib/date.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Tag } from '#src/ui/tag.tsx'
import type { AdminInfo } from './session.api.server.ts'
import { SignIns } from './sign-ins.tsx'

type ProfilePageProps = {
  person: AdminInfo
  timeZone: string
  /** Whether the back end tells where somebody is signed in. */
  signIns: boolean
}

/** Who one is in the back office, and where one is signed in. */
export function ProfilePage({ person, timeZone, signIns }: ProfilePageProps) {
  const name = person.nickname || person.username
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-4">
      <section className="flex items-center gap-4 rounded-xl border border-line bg-surface p-5">
        <Avatar src={person.avatar} name={name} size={52} />
        <div className="min-w-0">
          <h1 className="truncate text-xl">{name}</h1>
          {name !== person.username && <p className="text-muted">{person.username}</p>}
        </div>
        {person.super && (
          <Tag tone="accent" className="ml-auto shrink-0">
            {m.profile_super()}
          </Tag>
        )}
      </section>
      <section aria-labelledby="details" className="rounded-xl border border-line bg-surface">
        <h2 id="details" className="border-b border-line px-5 py-3 text-base">
          {m.overview_details()}
        </h2>
        <dl className="px-5 py-2">
          <Line label={m.profile_name()}>{person.name}</Line>
          <Line label={m.profile_email()}>{person.email}</Line>
          <Line label={m.profile_phone()}>{person.phone}</Line>
          <Line label={m.profile_since()}>
            {formatInstant(person.createTime && String(person.createTime), timeZone)}
          </Line>
          <Line label={m.overview_lastSignIn()}>{formatInstant(person.last_login_time, timeZone)}</Line>
          <Line label={m.overview_lastAddress()}>{person.last_login_ip}</Line>
        </dl>
      </section>
      {signIns && <SignIns timeZone={timeZone} />}
    </div>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4 border-line py-2.5 not-last:border-b">
      <dt className="w-28 text-muted sm:w-40">{label}</dt>
      <dd className="tabular min-w-0 flex-1">{children || '–'}</dd>
    </div>
  )
}
