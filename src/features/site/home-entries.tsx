import { Link, type LinkProps } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { type Contact, ContactLines } from './contact-lines.tsx'

type HomeEntriesProps = { memberName: string | undefined; members: boolean; contact: Contact }

/** The links to back office and member center with the users that each is for, and whom to ask, if that is set. */
export function HomeEntries({ memberName, members, contact }: HomeEntriesProps) {
  const reachable = contact.email !== '' || contact.phone !== ''
  return (
    <section className="mx-auto max-w-6xl px-4 py-14 md:py-20">
      <h2 className="text-2xl tracking-tight">{m.home_entriesTitle()}</h2>
      <div className="mt-8 grid gap-4 md:grid-cols-2">
        <Entry to="/admin" title={m.home_adminTitle()} text={m.home_adminText()} />
        {members && (
          <Entry
            to="/user"
            title={memberName ? m.home_welcome({ name: memberName }) : m.shell_memberCenter()}
            text={m.home_memberText()}
          />
        )}
      </div>
      {reachable && (
        <div className="mt-8 text-lg text-muted">
          <ContactLines contact={contact} />
        </div>
      )}
    </section>
  )
}

type EntryProps = { to: LinkProps['to']; title: string; text: string }

function Entry({ to, title, text }: EntryProps) {
  return (
    <Link
      to={to}
      className="group rounded-xl border border-line bg-surface p-5 shadow-low transition-colors hover:border-accent sm:p-6"
    >
      <span className="flex items-center justify-between gap-2 text-lg font-semibold">
        {title}
        <ArrowRight
          aria-hidden
          size={18}
          className="shrink-0 text-accent-ink transition-transform group-hover:translate-x-0.5"
        />
      </span>
      <span className="mt-1 block leading-relaxed text-muted">{text}</span>
    </Link>
  )
}
