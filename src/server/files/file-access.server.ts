import { and, eq, type SQL, sql } from 'drizzle-orm'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { attachmentTable, fileUse } from '#src/db/file.table.server.ts'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '../access/actor.server.ts'
import { type ScopeRule, scope } from '../access/scope.server.ts'
import { findResourcesOfTable, type RegisteredResource } from '../crud/resource-registry.server.ts'
import { fileColumns } from './file-columns.server.ts'
import { filesAt, type StoredFile } from './stored-file.server.ts'

/** Whose attachments an actor sees in the list: those of the organizations in the data scope, and the own ones. */
export const attachmentScope: ScopeRule = (actor, elsewhere) => {
  const seen = scope(actor, { organization: attachmentTable.organizationId }, elsewhere)
  return seen && sql`(${seen} or ${attachmentTable.uploaderId} = ${actor.id})`
}

/** The most uses of one file that are looked at for somebody who may see it through one of them. */
const MOST_USES = 500

/**
 * The files among these addresses that an actor may see, by address: public and own ones, those in the list of
 * attachments, and those in a field of a row that the actor may read. The own one comes before others.
 */
export async function filesSeen(
  db: Db,
  actor: Actor | undefined,
  urls: readonly string[],
): Promise<Map<string, StoredFile>> {
  const all = await filesAt(db, urls)
  const seen = new Map<string, StoredFile>()
  const take = (files: readonly StoredFile[]) => {
    for (const file of files) if (!seen.has(file.url)) seen.set(file.url, file)
  }
  const left = () => all.filter(({ url }) => !seen.has(url))
  if (actor) take(all.filter(({ uploaderId }) => uploaderId === actor.id))
  take(all.filter(({ visibility }) => visibility === 'public'))
  if (!actor || left().length === 0) return seen
  take(await listed(db, actor, left()))
  if (left().length > 0) take(await throughRows(db, actor, left()))
  return seen
}

async function listed(db: Db, actor: Actor, files: readonly StoredFile[]): Promise<StoredFile[]> {
  if (actor.side !== 'admin' || !can(actor, 'routine/attachment/index')) return []
  const ids = files.map(({ id }) => id)
  const rows = await db
    .select({ id: attachmentTable.id })
    .from(attachmentTable)
    .where(and(anyOf(attachmentTable.id, ids), scope(actor, attachmentScope)))
  const found = new Set(rows.map(({ id }) => id))
  return files.filter(({ id }) => found.has(id))
}

async function throughRows(db: Db, actor: Actor, files: readonly StoredFile[]): Promise<StoredFile[]> {
  const urls = [...new Set(files.map(({ url }) => url))]
  const visible = new Set<string>()
  for (const url of urls) {
    const uses = await db.select().from(fileUse).where(eq(fileUse.url, url)).limit(MOST_USES)
    for (const [table, ofTable] of Map.groupBy(uses, ({ tableName }) => tableName)) {
      if (visible.has(url)) break
      if (await seesOne(db, actor, table, ofTable)) visible.add(url)
    }
  }
  return files.filter(({ url }) => visible.has(url))
}

type Use = typeof fileUse.$inferSelect

/** Whether the actor may read one of these fields: the own account's, or that of a resource, by node and scope. */
async function seesOne(db: Db, actor: Actor, table: string, uses: readonly Use[]): Promise<boolean> {
  if (table === 'account' && uses.some(({ rowId }) => rowId === actor.id)) return true
  if (actor.side !== 'admin') return false
  for (const { resource, nodes } of await findResourcesOfTable(db, table)) {
    if (!can(actor, nodes.index)) continue
    const readable = new Set(
      fileColumns(resource)
        .filter(({ field }) => !field.node || can(actor, field.node))
        .map(({ column }) => column),
    )
    const ids = uses.filter(({ field }) => readable.has(field)).map(({ rowId }) => rowId)
    if (ids.length > 0 && (await sees(db, actor, resource, ids))) return true
  }
  return false
}

async function sees(db: Db, actor: Actor, { table, columns: own, scope: rule }: Resource, ids: readonly number[]) {
  const condition: SQL | undefined = and(anyOf(own.id, ids), scope(actor, rule))
  const rows = await db.select({ id: own.id }).from(table).where(condition).limit(1)
  return rows.length > 0
}

type Resource = RegisteredResource['resource']
