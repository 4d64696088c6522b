import { Link, type LinkProps } from '@tanstack/react-router'
import { ArrowRight, Building2, type LucideIcon, UserRound } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'

/** The links to member center and back office, with the users that each one is for. */
export function HomeEntries({ memberName, members }: { memberName: string | undefined; members: boolean }) {
  return (
    <section className="mx-auto max-w-6xl px-4 py-14 md:py-20">
      <h2 className="text-2xl tracking-tight">{m.home_entriesTitle()}</h2>
      <div className="mt-8 grid gap-4 md:grid-cols-2">
        {members && (
          <Entry
            to="/user"
            Icon={UserRound}
            title={memberName ? m.home_welcome({ name: memberName }) : m.shell_memberCenter()}
            text={m.home_memberText()}
          />
        )}
        <Entry to="/admin" Icon={Building2} title={m.home_adminTitle()} text={m.home_adminText()} />
      </div>
    </section>
  )
}

type EntryProps = { to: LinkProps['to']; Icon: LucideIcon; title: string; text: string }

function Entry({ to, Icon, title, text }: EntryProps) {
  return (
    <Link
      to={to}
      className="group flex items-start gap-4 rounded-xl border border-line bg-surface p-5 shadow-low transition-colors hover:border-accent sm:p-6"
    >
      <span className="grid size-11 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent-ink">
        <Icon aria-hidden size={20} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-center justify-between gap-2 text-lg font-semibold">
          {title}
          <ArrowRight
            aria-hidden
            size={18}
            className="shrink-0 text-accent-ink transition-transform group-hover:translate-x-0.5"
          />
        </span>
        <span className="mt-1 block leading-relaxed text-muted">{text}</span>
      </span>
    </Link>
  )
}
