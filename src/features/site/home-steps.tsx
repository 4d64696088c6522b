import { m } from '#src/i18n/paraglide/messages.js'

/** The three steps from an empty database to daily work, below one ruler. */
export function HomeSteps() {
  const steps = [
    { title: m.home_loadTitle(), text: m.home_loadText() },
    { title: m.home_defineTitle(), text: m.home_defineText() },
    { title: m.home_keepTitle(), text: m.home_keepText() },
  ]
  return (
    <section className="mx-auto max-w-6xl px-4 py-14 md:py-20">
      <h2 className="text-2xl tracking-tight">{m.home_stepsTitle()}</h2>
      {/* One ruler over all columns: the marks of several would not meet. */}
      <ol className="rule-top mt-8 grid gap-x-10 border-t border-line-strong md:grid-cols-3">
        {steps.map(({ title, text }, at) => (
          <li key={title} className="pt-7">
            <p aria-hidden className="tabular text-3xl font-semibold text-accent-ink">
              {at + 1}
            </p>
            <h3 className="mt-2 text-lg">{title}</h3>
            <p className="mt-1 leading-relaxed text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
