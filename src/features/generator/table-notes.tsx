import { m } from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/banner.tsx'
import type { DesignAnswer } from './generator.queries.ts'
import { Sql } from './plan-parts.tsx'

/** What is to be known of a table of others: columns that do not fit, and what the product adds to the table. */
export function TableNotes({ table }: { table: NonNullable<DesignAnswer['table']> }) {
  const { notes, adopt, refusal } = table
  return (
    <>
      {refusal && <Banner tone="danger">{refusal}</Banner>}
      {notes.length > 0 && (
        <Banner>
          <p className="font-medium">{m.designer_notes()}</p>
          <ul className="list-disc pl-5">
            {notes.map(({ column, text }) => (
              <li key={`${column} ${text}`}>
                <span className="font-medium">{column}</span> {text}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {adopt && adopt.up.length > 0 && <Sql title={m.designer_adopt()} lines={adopt.up} />}
    </>
  )
}
