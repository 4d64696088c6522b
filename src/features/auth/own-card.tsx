import { type ReactNode, useId } from 'react'
import { RecordFormNotice } from '#src/crud/form/record-form-notice.tsx'
import type { SaveNotice } from '#src/crud/form/use-save.ts'
import type { Side } from '#src/lib/side.ts'

type OwnCardProps = { id?: string; heading: string; text?: string; wide?: boolean; children: ReactNode }

/** A card about the user's own account: a form, or with `wide` a list that fills it. */
export function OwnCard({ id, heading, text, wide = false, children }: OwnCardProps) {
  const headingId = useId()
  return (
    <section id={id} aria-labelledby={headingId} className="rounded-xl border border-line bg-surface">
      <div className="border-b border-line px-5 py-3">
        <h2 id={headingId} className="text-base">
          {heading}
        </h2>
        {text && <p className="text-sm text-muted">{text}</p>}
      </div>
      {wide ? children : <div className="max-w-md px-5 py-4">{children}</div>}
    </section>
  )
}

/** Why the last attempt to save failed, with the way back to a session. */
export function OwnNotice({ side, notice }: { side: Side; notice: SaveNotice | null }) {
  return notice && <RecordFormNotice notice={notice} login={side === 'admin' ? '/admin/login' : '/user/login'} />
}
