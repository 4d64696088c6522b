import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { type Said, spoken } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { CELL_CHARACTERS } from '../sheet/cell.ts'

export const warningKinds = ['near', 'sameName', 'serial', 'date', 'boolean', 'shown', 'cut', 'rule'] as const
export type WarningKind = (typeof warningKinds)[number]

/** The rows that a person should look at before they are written, and how many of them have each kind of warning. */
export const warningCountsSchema = v.object({ rows: v.number(), kinds: v.record(v.string(), v.number()) })
export type WarningCounts = v.InferOutput<typeof warningCountsSchema>

/** A warning as the database stores it. */
export type Warning = {
  kind: WarningKind
  field: string
  /** The content of the cell. */
  shown?: string
  /** The value that is read, or the similar value elsewhere. */
  taken?: string | null
  /** The number in a cell that is read as it is shown. */
  held?: string
  /** The row of the file that has the similar value. Without it, the similar value is stored already. */
  row?: number | null
  /** The sentence of a resource's own rule. */
  said?: Said
}

export async function countWarnings(db: Db, importId: number): Promise<WarningCounts> {
  const { rows } = await db.execute<{ kind: string | null; rows: number }>(sql`
    select w ->> 'kind' as kind, count(distinct v.row_no)::int as rows
    from import_verdict v cross join lateral jsonb_array_elements(v.warnings) w
    where v.import_id = ${importId} and v.action in ('new', 'changed') group by grouping sets (((w ->> 'kind')), ())`)
  const kinds: Record<string, number> = {}
  let all = 0
  for (const { kind, rows: count } of rows) {
    if (kind === null) all = count
    else kinds[kind] = count
  }
  return { rows: all, kinds }
}

/** The sentence of a warning, in the language of the request. */
export function warningText({ kind, shown = '', taken, held, row, said }: Warning): string {
  const other = taken ?? ''
  switch (kind) {
    case 'near':
      return row ? m.import_warnNearRow({ other, row }) : m.import_warnNear({ other })
    case 'sameName':
      return row ? m.import_warnNameRow({ row }) : m.import_warnName()
    case 'serial':
      return m.import_warnSerial()
    case 'date':
      return m.import_warnDate({ taken: other })
    case 'boolean':
      return m.import_warnBoolean({ taken: other })
    case 'shown':
      if (shown === '') return m.import_warnHidden({ taken: other })
      return held === undefined ? m.import_warnShown({ shown, taken: other }) : m.import_warnHeld({ held, shown })
    case 'cut':
      return m.import_warnCut({ count: formatCount(CELL_CHARACTERS), end: other })
    case 'rule':
      return said ? spoken(said) : ''
  }
}
