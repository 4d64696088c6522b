import { useEffect, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { setPaper } from '#src/crud/print/paper.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { useStable } from '#src/lib/use-stable.ts'
import type { Slip } from './slip-batches.ts'
import './activation-slips.css'

type ActivationSlipsProps = { of: 'user' | 'member'; people: readonly Slip[]; onDone(): void }

/** Slips with activation codes on paper, to be cut apart: those of an organization together. It prints at once. */
export function ActivationSlips({ of, people, onDone }: ActivationSlipsProps) {
  const { siteName = '' } = useKit()
  const done = useStable(onDone)
  useLayoutEffect(() => setPaper({ wide: false, foot: siteName }), [siteName])
  useEffect(() => {
    window.addEventListener('afterprint', done, { once: true })
    window.print()
    return () => window.removeEventListener('afterprint', done)
  }, [done])
  const address = `${location.origin}${of === 'member' ? '/user/activate' : '/admin/activate'}`
  return createPortal(
    <div className="print-sheet">
      {[...Map.groupBy(people, ({ organization }) => organization)].map(([organization, slips]) => (
        <section key={organization} className="activation-slips">
          <h1>{organization || m.activation_noOrganization()}</h1>
          <ul>
            {slips.map(({ username, name, code }) => (
              <li key={username}>
                <p>{name || username}</p>
                <dl>
                  <dt>{m.user_username()}</dt>
                  <dd>{username}</dd>
                  <dt>{m.activation_code()}</dt>
                  <dd className="font-mono">{code}</dd>
                </dl>
                <p>{m.activation_slip({ address })}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>,
    document.body,
  )
}
