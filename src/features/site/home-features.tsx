import { Accessibility, Braces, GitCompareArrows, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { HistoryFigure } from './home-history-figure.tsx'
import { ScopeFigure } from './home-scope-figure.tsx'

/** The product's features for the people who maintain the data. Only features that exist today are listed. */
export function HomeFeatures() {
  return (
    <section className="border-y border-line bg-surface">
      <div className="mx-auto max-w-6xl px-4 py-14 md:py-20">
        <h2 className="max-w-2xl text-2xl tracking-tight">{m.home_featuresTitle()}</h2>
        <div className="mt-8 grid gap-4 lg:grid-cols-2">
          <Large title={m.home_scopeTitle()} text={m.home_scopeText()} figure={<ScopeFigure />} />
          <Large title={m.home_historyTitle()} text={m.home_historyText()} figure={<HistoryFigure />} />
        </div>
        <div className="mt-4 grid gap-4 md:grid-cols-3">
          <Small Icon={GitCompareArrows} title={m.home_conflictTitle()} text={m.home_conflictText()} />
          <Small Icon={Accessibility} title={m.home_everyoneTitle()} text={m.home_everyoneText()} />
          <Small Icon={Braces} title={m.home_apiTitle()} text={m.home_apiText()}>
            <a
              href="/api/openapi.json"
              className="mt-3 inline-flex min-h-6 items-center text-accent-ink underline underline-offset-4"
            >
              {m.home_apiLink()}
            </a>
          </Small>
        </div>
      </div>
    </section>
  )
}

function Large({ title, text, figure }: { title: string; text: string; figure: ReactNode }) {
  return (
    // Side by side, all figures have the same height, and all texts have the same height.
    <article className="grid rounded-xl border border-line bg-sunken lg:row-span-2 lg:grid-rows-subgrid lg:gap-y-0">
      <div className="flex items-center justify-center border-b border-line p-5 sm:p-8">{figure}</div>
      <div className="p-5 sm:p-6">
        <h3 className="text-lg">{title}</h3>
        <p className="mt-1.5 leading-relaxed text-muted">{text}</p>
      </div>
    </article>
  )
}

type SmallProps = { Icon: LucideIcon; title: string; text: string; children?: ReactNode }

function Small({ Icon, title, text, children }: SmallProps) {
  return (
    <article className="rounded-xl border border-line p-5 sm:p-6">
      <Icon aria-hidden size={22} strokeWidth={1.6} className="text-accent-ink" />
      <h3 className="mt-3 text-lg">{title}</h3>
      <p className="mt-1.5 leading-relaxed text-muted">{text}</p>
      {children}
    </article>
  )
}
