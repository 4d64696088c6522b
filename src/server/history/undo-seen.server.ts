import { getTableName, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { can } from '#src/resource/registry.ts'
import { unseenFields } from '#src/resource/seen-fields.ts'
import type { Actor } from '../access/actor.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import { AppError } from '../errors.server.ts'

/**
 * Refuses to take back an edit of fields that the actor may not see: that would write them.
 * @throws AppError 403
 */
export async function assertSeenChange(tx: Db, resource: Resource, actor: Actor, undoesId: number): Promise<void> {
  const unseen = new Set(unseenFields(resource.description, (node) => can(actor, node)).map(({ name }) => name))
  if (unseen.size === 0) return
  const columns = [...unseen].flatMap((name) => resource.columnNames.get(name) ?? [])
  const owned = (resource.owns ?? []).filter(({ fields }) => fields.some((field) => unseen.has(field)))
  const tables = owned.map(({ table }) => getTableName(table))
  const { rows } = await tx.execute(sql`
    select 1 from change c where c.change_set_id = ${undoesId} and (
      (c.table_name = ${resource.tableName} and c.operation = 'update' and c.after ?| ${sql.param(columns)}::text[])
      or (c.table_name = any (${sql.param(tables)}::text[]) and (
        not exists (select from change o where o.change_set_id = ${undoesId} and o.table_name = ${resource.tableName}
          and o.operation <> 'update')
        -- The set also edits rows, and perhaps these.
        or exists (select from change o where o.change_set_id = ${undoesId} and o.table_name = ${resource.tableName}
          and o.operation = 'update' and not exists (select from change added where added.change_set_id = o.change_set_id
            and added.table_name = o.table_name and added.row_id = o.row_id and added.operation <> 'update'))))) limit 1`)
  if (rows.length > 0) throw new AppError(403)
}
