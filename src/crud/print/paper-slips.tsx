import { useEffect, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { useKit } from '#src/layout/kit-context.ts'
import { useStable } from '#src/lib/use-stable.ts'
import { setPaper } from './paper.ts'
import './paper-slips.css'

/** A slip of paper for one person. */
export type PaperSlip = {
  key: string
  /** Whose it is. */
  title: string
  /** What stands below, each with its label. A code has letters of one width. */
  lines: readonly { label: string; text: string; code?: true }[]
  /** What to do with it. */
  text: string
}

type PaperSlipsProps = {
  /** The slips that lie together, each group on sheets of its own. */
  groups: readonly { title: string; slips: readonly PaperSlip[] }[]
  onDone(): void
}

/** Slips on paper, to be cut apart. It prints at once. */
export function PaperSlips({ groups, onDone }: PaperSlipsProps) {
  const { siteName = '' } = useKit()
  const done = useStable(onDone)
  useLayoutEffect(() => setPaper({ wide: false, foot: siteName }), [siteName])
  useEffect(() => {
    window.addEventListener('afterprint', done, { once: true })
    window.print()
    return () => window.removeEventListener('afterprint', done)
  }, [done])
  return createPortal(
    <div className="print-sheet">
      {groups.map(({ title, slips }) => (
        <section key={title} className="paper-slips">
          <h1>{title}</h1>
          <ul>
            {slips.map((slip) => (
              <li key={slip.key}>
                <p>{slip.title}</p>
                <dl>
                  {slip.lines.map(({ label, text, code }) => (
                    <SlipLine key={label} label={label} text={text} code={code} />
                  ))}
                </dl>
                <p>{slip.text}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>,
    document.body,
  )
}

function SlipLine({ label, text, code }: PaperSlip['lines'][number]) {
  return (
    <>
      <dt>{label}</dt>
      <dd className={code ? 'font-mono' : undefined}>{text}</dd>
    </>
  )
}
