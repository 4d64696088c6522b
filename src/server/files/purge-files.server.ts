import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database, Db } from '#src/db/client.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { smallSizes, type Visibility, visibilities } from '#src/lib/file-facts.ts'
import { readConfig } from '../config.server.ts'
import { blobKey } from './register-file.server.ts'
import { INCOMING, localStorage, type Storage } from './storage.server.ts'

/** Rows of one step. The next round goes on. */
const BATCH = 500
/** Milliseconds after which a file on its way, or one that no row names, has been left behind. */
const ORPHAN_MS = 24 * 3600 * 1000

/**
 * Deletes attachments that nothing has used for the time of grace, and the bytes that no attachment has had for as
 * long; 0 days keep everything. A file in use stays. Two processes at once do not disturb each other: each takes rows
 * that the other has not.
 */
export async function purgeFiles(db: Database, files: string): Promise<void> {
  const { uploadGraceDays } = await readConfig(db, ['uploadGraceDays'])
  const storage = localStorage(files)
  await removeLeft(db, storage)
  if (uploadGraceDays === 0) return
  await noteIdle(db)
  await write(db, systemAuthor, 'save', (tx) => removeIdle(tx, uploadGraceDays))
  await noteGone(db)
  for (let more = true; more; ) more = await db.transaction((tx) => removeGone(tx, storage, uploadGraceDays))
}

/** Notes since when nothing uses an attachment. A use deletes the note by a trigger. */
async function noteIdle(db: Db): Promise<void> {
  await db.execute(sql`insert into file_idle (attachment_id) select id from attachment a
    where not exists (select from file_use u where u.attachment_id = a.id)
      and not exists (select from file_idle i where i.attachment_id = a.id) on conflict do nothing`)
}

async function removeIdle(tx: Db, days: number): Promise<void> {
  await tx.execute(sql`
    with idle as (
      select a.id from file_idle i join attachment a on a.id = i.attachment_id
      where greatest(i.since, a.last_upload_time) < now() - make_interval(days => ${days})
        and not exists (select from file_use u where u.attachment_id = a.id)
      order by a.id limit ${BATCH} for update of a skip locked
    ), gone as (delete from attachment using idle where attachment.id = idle.id returning attachment.blob_id)
    -- Their time of grace is over already.
    update file_blob b set gone_time = '-infinity' where b.id in (select blob_id from gone)`)
}

/** Notes since when no attachment has a content. */
async function noteGone(db: Db): Promise<void> {
  await db.execute(sql`update file_blob b set gone_time = null
    where gone_time is not null and exists (select from attachment a where a.blob_id = b.id)`)
  await db.execute(sql`update file_blob b set gone_time = now()
    where gone_time is null and not exists (select from attachment a where a.blob_id = b.id)`)
}

type Gone = { id: number; area: Visibility; sha256: string }

/** Removes some contents, locked so that no upload takes one meanwhile. @returns whether there may be more */
async function removeGone(tx: Db, storage: Storage, days: number): Promise<boolean> {
  const { rows } = await tx.execute<Gone>(sql`select id, area, sha256 from file_blob b
    where gone_time < now() - make_interval(days => ${days}) and not exists (select from attachment a where a.blob_id = b.id)
    order by id limit ${BATCH} for update skip locked`)
  const ids = rows.map(({ id }) => Number(id))
  // An attachment that came before the lock keeps its content.
  const { rows: free } = await tx.execute<Gone>(sql`delete from file_blob b where id = any (${sql.param(ids)}::bigint[])
    and not exists (select from attachment a where a.blob_id = b.id) returning id, area, sha256`)
  for (const one of free) await removeBytes(storage, one)
  await tx.execute(sql`delete from file_address d where not exists (select from attachment a where a.url = d.url)
    and not exists (select from file_blob b where b.sha256 = d.sha256)`)
  return rows.length === BATCH
}

async function removeBytes(storage: Storage, blob: Pick<Gone, 'area' | 'sha256'>): Promise<void> {
  for (const size of smallSizes) await storage.remove(blobKey(blob, size))
  await storage.remove(blobKey(blob))
}

/** Removes what ended processes have left: files on their way, and contents that no row names, folder by folder. */
async function removeLeft(db: Db, storage: Storage): Promise<void> {
  await removeOld(storage, INCOMING, await storage.list(INCOMING))
  await db.execute(sql`delete from file_day where day < current_date - 3`)
  const shard = randomInt(256).toString(16).padStart(2, '0')
  for (const area of visibilities) {
    const names = await storage.list(`blob/${area}/${shard}`)
    if (names.length === 0) continue
    const hashes = [...new Set(names.map((name) => name.slice(0, 64)))]
    const { rows } = await db.execute<{ sha256: string }>(
      sql`select sha256 from file_blob where area = ${area} and sha256 = any (${sql.param(hashes)}::text[])`,
    )
    const known = new Set(rows.map(({ sha256 }) => sha256))
    const left = names.filter((name) => !known.has(name.slice(0, 64)))
    await removeOld(storage, `blob/${area}/${shard}`, left)
  }
}

async function removeOld(storage: Storage, folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const facts = await storage.stat(`${folder}/${name}`)
    if (facts && Date.now() - facts.modified.getTime() > ORPHAN_MS) await storage.remove(`${folder}/${name}`)
  }
}
