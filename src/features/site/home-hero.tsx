import { Link } from '@tanstack/react-router'
import { m } from '#src/i18n/paraglide/messages.js'
import { ValuePlot } from '#src/layout/site/value-plot.tsx'
import { buttonClass } from '#src/ui/button.tsx'
import { PlannedTag } from './planned-tag.tsx'

/** The first section of the home page: the site's name, its purpose, and links to member center and back office. */
export function HomeHero({ siteName, members }: { siteName: string; members: boolean }) {
  const axes = { start: m.home_plotStart(), now: m.home_plotNow(), expected: m.home_plotExpected() }
  return (
    <section className="graph-paper border-b border-line">
      <div className="mx-auto grid max-w-6xl items-center gap-10 px-4 pt-12 pb-14 md:pt-20 md:pb-24 lg:grid-cols-[1.1fr_1fr] lg:gap-16">
        <div>
          <p className="flex items-center gap-3 font-medium text-accent-ink">
            <span aria-hidden className="rule-top rule-accent h-3 w-[51px] shrink-0" />
            {siteName}
          </p>
          <h1 className="mt-4 text-[clamp(1.875rem,5.5vw,3.25rem)] leading-[1.2] tracking-tight lang-en:text-[clamp(1.75rem,4.6vw,2.625rem)]">
            {clauses(m.home_slogan())}
          </h1>
          <p className="mt-5 max-w-[34rem] text-lg leading-relaxed text-muted">{m.home_lead()}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Link to="/admin" className={buttonClass({ variant: 'primary', size: 'lg' })}>
              {m.home_toAdmin()}
            </Link>
            {members && (
              <Link to="/user" className={buttonClass({ size: 'lg' })}>
                {m.home_toMember()}
              </Link>
            )}
          </div>
        </div>
        <figure className="rounded-2xl border border-line bg-surface p-4 shadow-pop sm:p-7">
          <ValuePlot label={m.home_plotLabel()} axes={axes} />
          <figcaption className="mt-4 border-t border-line pt-3 text-sm text-muted">
            <PlannedTag /> {m.home_plotCaption()}
          </figcaption>
        </figure>
      </div>
    </section>
  )
}

/** Lets a headline break between its clauses first, because Chinese has no spaces to break at. */
function clauses(text: string) {
  return text.split(/(?<=，)/).map((clause) => (
    <span key={clause} className="inline-block">
      {clause}
    </span>
  ))
}
