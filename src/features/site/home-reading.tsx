import { m } from '#src/i18n/paraglide/messages.js'

/** Explains how to read a score: compared with the score that the student's starting point predicts. */
export function HomeReading() {
  const points = [
    { mark: <ExpectedMark />, title: m.home_expectedTitle(), text: m.home_expectedText() },
    { mark: <AboveMark />, title: m.home_aboveTitle(), text: m.home_aboveText() },
    { mark: <BelowMark />, title: m.home_belowTitle(), text: m.home_belowText() },
  ]
  return (
    <section className="mx-auto grid max-w-6xl gap-x-16 gap-y-8 px-4 py-14 md:py-20 lg:grid-cols-[1fr_1.6fr]">
      <div>
        <h2 className="text-2xl tracking-tight">{m.home_readingTitle()}</h2>
        <p className="mt-3 max-w-xl text-lg leading-relaxed text-muted">{m.home_readingText()}</p>
      </div>
      <ul className="grid content-start sm:grid-cols-3">
        {points.map(({ mark, title, text }) => (
          <li key={title} className="rule-top border-t border-line-strong pt-6 pb-5 sm:pr-6">
            <svg aria-hidden="true" viewBox="0 0 48 32" className="h-8 w-12">
              {mark}
            </svg>
            <h3 className="mt-3 text-lg">{title}</h3>
            <p className="mt-1 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const line = <path d="M2 26L46 8" className="stroke-line-strong" strokeWidth="1.5" />

function ExpectedMark() {
  return <path d="M2 26L46 8" className="stroke-ink" strokeWidth="2" />
}

function AboveMark() {
  return (
    <>
      {line}
      <path d="M22 18V6" className="stroke-accent" strokeWidth="1.5" />
      <circle cx="22" cy="6" r="4.5" className="fill-accent" />
    </>
  )
}

function BelowMark() {
  return (
    <>
      {line}
      <path d="M28 15.500V26" className="stroke-line-strong" strokeWidth="1.5" />
      <circle cx="28" cy="26" r="4.500" className="fill-surface stroke-line-strong" strokeWidth="1.5" />
    </>
  )
}
