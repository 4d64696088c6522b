import { Check } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { PlannedTag } from './planned-tag.tsx'

/** What each role gets: what the product does today, and below it what is planned. */
export function HomeRoles() {
  const roles = [
    {
      title: m.home_districtTitle(),
      today: [m.home_districtTree(), m.home_districtImport(), m.home_districtSchemes()],
      planned: m.home_districtPlanned(),
    },
    {
      title: m.home_schoolTitle(),
      today: [m.home_schoolScope(), m.home_schoolEdit(), m.home_schoolHistory()],
      planned: m.home_schoolPlanned(),
    },
    {
      title: m.home_memberTitle(),
      today: [m.home_memberAccount(), m.home_memberDevices(), m.home_memberScreens()],
      planned: m.home_memberPlanned(),
    },
  ]
  return (
    <section className="mx-auto max-w-6xl px-4 py-14 md:py-20">
      <h2 className="text-2xl tracking-tight">{m.home_rolesTitle()}</h2>
      <div className="mt-8 grid gap-4 md:grid-cols-3">
        {roles.map(({ title, today, planned }) => (
          <article key={title} className="flex flex-col rounded-xl border border-line bg-surface p-5 sm:p-6">
            <h3 className="text-lg">{title}</h3>
            <ul className="mt-3 flex-1">
              {today.map((text) => (
                <li key={text} className="flex gap-2.5 py-1">
                  <Check aria-hidden size={16} className="mt-1 shrink-0 text-accent-ink" />
                  <span>{text}</span>
                </li>
              ))}
            </ul>
            <p className="mt-4 border-t border-line pt-3 text-muted">
              <PlannedTag /> {planned}
            </p>
          </article>
        ))}
      </div>
    </section>
  )
}
