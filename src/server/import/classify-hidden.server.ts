import { sql } from 'drizzle-orm'
import { rowIdOf } from '../crud/id-column.server.ts'
import type { Classifying } from './classify-context.server.ts'

/**
 * Empties the fields that a row's new values hide, as the form does. A field that was hidden before keeps what it has:
 * nobody sees it in the file, so the file cannot want to change it. In a new row it gets its usual value.
 */
export async function hideFields({ db, importId, resource, mapped }: Classifying): Promise<void> {
  for (const { field, column } of mapped) {
    if (!field.showWhen) continue
    const by = sql.identifier(resource.columnName(field.showWhen.field))
    await db.execute(sql`
      update import_row r set values = r.values || jsonb_build_object(${column}::text, r.hidden -> ${column})
      from import_verdict v join ${resource.table} o on o.${rowIdOf(resource)} = v.target_id
      where r.import_id = ${importId} and v.import_id = r.import_id and v.row_no = r.row_no and r.hidden ? ${column}
        and (jsonb_populate_record(o, r.values)).${by} is distinct from o.${by}`)
  }
}
