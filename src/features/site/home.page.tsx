import { Link } from '@tanstack/react-router'
import { m } from '#src/i18n/paraglide/messages.js'
import { ValuePlot } from '#src/layout/value-plot.tsx'
import { cx } from '#src/lib/cx.ts'
import { buttonClass } from '#src/ui/button.tsx'

/**
 * The public home page: what this is, and the ways in.
 * @param members whether there are members at all
 */
export function HomePage({ siteName, members = true }: { siteName: string; members?: boolean }) {
  const points = [
    { title: m.home_dataTitle(), text: m.home_dataText() },
    { title: m.home_valueTitle(), text: m.home_valueText() },
    { title: m.home_reportTitle(), text: m.home_reportText() },
  ]
  const axes = { start: m.home_plotStart(), now: m.home_plotNow(), expected: m.home_plotExpected() }
  return (
    <div className="mx-auto w-full max-w-6xl flex-1 px-4">
      <section className="grid items-center gap-8 py-10 md:py-16 lg:grid-cols-[1.05fr_1fr] lg:gap-14">
        <div>
          <p className="font-medium text-accent-ink">{siteName}</p>
          <h1 className="mt-2 text-2xl tracking-tight sm:text-3xl">{clauses(m.home_slogan())}</h1>
          <p className="mt-4 max-w-xl text-lg text-muted">{m.home_lead()}</p>
          <div className="mt-7 flex flex-wrap gap-3">
            {members && (
              <Link to="/user" className={buttonClass({ variant: 'primary', size: 'lg' })}>
                {m.home_toMember()}
              </Link>
            )}
            <Link to="/admin" className={buttonClass({ variant: members ? 'secondary' : 'primary', size: 'lg' })}>
              {m.home_toAdmin()}
            </Link>
          </div>
        </div>
        <figure className="rounded-xl border border-line bg-surface p-4 shadow-low sm:p-6">
          <ValuePlot label={m.home_plotLabel()} axes={axes} />
          <figcaption className="mt-3 text-sm text-muted">{m.login_panelText()}</figcaption>
        </figure>
      </section>
      <section className="rule-top grid border-t border-line-strong pt-3 pb-14 md:grid-cols-3">
        {points.map((point, index) => (
          <div
            key={point.title}
            className={cx('py-6 md:pr-8', index > 0 && 'border-line max-md:border-t md:border-l md:pl-8')}
          >
            <h2 className="text-lg">{point.title}</h2>
            <p className="mt-1.5 text-muted">{point.text}</p>
          </div>
        ))}
      </section>
    </div>
  )
}

/** Breaks a headline between its clauses first: Chinese has no spaces to do it for us. */
function clauses(text: string) {
  return text.split(/(?<=，)/).map((clause) => (
    <span key={clause} className="inline-block">
      {clause}
    </span>
  ))
}
