import { Link } from '@tanstack/react-router'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatInstant } from '#src/lib/date.ts'
import { Banner } from '#src/ui/banner.tsx'

type Version = { id: number; time: string }

type LegalPageProps = {
  kind: 'terms' | 'privacy'
  text: string
  shown: Version
  versions: readonly Version[]
  timeZone: string
}

/** The terms of use or the privacy policy, with its earlier versions. */
export function LegalPage({ kind, text, shown, versions, timeZone }: LegalPageProps) {
  const [current] = versions
  const earlier = versions.filter(({ id }) => id !== shown.id)
  const paragraphs = text.split(/\n\s*\n/).filter((part) => part.trim() !== '')
  return (
    <article className="mx-auto w-full max-w-3xl flex-1 px-4 py-10 sm:px-6">
      <h1 className="text-2xl tracking-tight">{titleOf(kind)}</h1>
      <p className="mt-1 text-sm text-muted">{m.legal_since({ time: formatInstant(shown.time, timeZone) })}</p>
      {current && current.id !== shown.id && (
        <Banner tone="warning" className="mt-4">
          {m.legal_earlier()}{' '}
          <Link to={`/${kind}`} search={{}} className="underline underline-offset-4">
            {m.legal_toCurrent()}
          </Link>
        </Banner>
      )}
      <div className="mt-6 flex flex-col gap-4 leading-relaxed wrap-anywhere">
        {paragraphs.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no names, and two may be the same
          <p key={at} className="whitespace-pre-line">
            {part}
          </p>
        ))}
      </div>
      {earlier.length > 0 && (
        <section aria-labelledby="legal-versions" className="mt-10 border-t border-line pt-5">
          <h2 id="legal-versions" className="text-base font-semibold">
            {m.legal_versions()}
          </h2>
          <ul className="mt-2 flex flex-col gap-1">
            {earlier.map(({ id, time }) => (
              <li key={id}>
                <Link
                  to={`/${kind}`}
                  search={{ version: id }}
                  className="tabular inline-flex min-h-6 items-center text-muted underline-offset-4 hover:text-ink hover:underline"
                >
                  {formatInstant(time, timeZone)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  )
}

function titleOf(kind: LegalPageProps['kind']): string {
  return kind === 'terms' ? m.config_termsText() : m.config_privacyText()
}
