import { Accessibility, Archive, Braces, History, type LucideIcon, Network, ServerCog } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'

/** How the data is kept: who sees it, what is recorded, where it lies, and how other systems read it. */
export function HomeTrust({ recordNumber }: { recordNumber: string }) {
  return (
    <section className="border-y border-line bg-surface">
      <div className="mx-auto max-w-6xl px-4 py-14 md:py-20">
        <h2 className="text-2xl tracking-tight">{m.home_trustTitle()}</h2>
        <div className="mt-8 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
          <Fact Icon={Network} title={m.home_scopeTitle()} text={m.home_scopeText()} />
          <Fact Icon={History} title={m.home_historyTitle()} text={m.home_historyText()} />
          <Fact Icon={Archive} title={m.home_backupTitle()} text={m.home_backupText()} />
          <Fact Icon={ServerCog} title={m.home_serverTitle()} text={m.home_serverText()}>
            {recordNumber !== '' && (
              <p className="mt-2">
                {m.home_record()}{' '}
                <a href="https://beian.miit.gov.cn/" rel="noopener" className={link}>
                  {recordNumber}
                </a>
              </p>
            )}
          </Fact>
          <Fact Icon={Accessibility} title={m.home_everyoneTitle()} text={m.home_everyoneText()} />
          <Fact Icon={Braces} title={m.home_apiTitle()} text={m.home_apiText()}>
            <a href="/api/docs" className={`mt-2 ${link}`}>
              {m.home_apiLink()}
            </a>
          </Fact>
        </div>
      </div>
    </section>
  )
}

const link = 'inline-flex min-h-6 items-center text-accent-ink underline underline-offset-4'

type FactProps = { Icon: LucideIcon; title: string; text: string; children?: ReactNode }

function Fact({ Icon, title, text, children }: FactProps) {
  return (
    <article>
      <Icon aria-hidden size={22} strokeWidth={1.6} className="text-accent-ink" />
      <h3 className="mt-3 text-lg">{title}</h3>
      <p className="mt-1.5 leading-relaxed text-muted">{text}</p>
      {children}
    </article>
  )
}
