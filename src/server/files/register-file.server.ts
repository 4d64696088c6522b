import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { attachmentTable, fileAddress, fileBlob } from '#src/db/file.table.server.ts'
import { type SmallSize, smallSizes, type Visibility } from '#src/lib/file-facts.ts'
import type { Actor } from '../access/actor.server.ts'
import { fileTypeOf, UNKNOWN_TYPE } from './file-types.ts'
import { assertRoom, countUpload, type FileLimits, lockUploads } from './limits.server.ts'
import { otherName, saveName } from './save-name.ts'
import type { Storage } from './storage.server.ts'

/** A received file that has passed all checks. `keys`: where its bytes wait. */
export type NewFile = {
  keys: { main: string; small: Readonly<Record<SmallSize, string>> | undefined }
  name: string
  suffix: string
  topic: string
  visibility: Visibility
  size: number
  sha1: string
  sha256: string
  charset: string
  width: number | null
  height: number | null
}

export type Stored = typeof attachmentTable.$inferSelect

/** Where the bytes of a content are, and those of its small sizes. */
export function blobKey({ area, sha256 }: { area: Visibility; sha256: string }, size?: SmallSize): string {
  return `blob/${area}/${sha256.slice(0, 2)}/${sha256}${size === undefined ? '' : `.${size}`}`
}

/**
 * Makes an attachment of a received file. The same content is stored once among public or private files. The answer is
 * the same, whether or not somebody has sent it before; only the own repeat is the own attachment again.
 * @throws AppError 413, 429 at the limits of the account
 */
export async function registerFile(
  tx: Db,
  { storage, actor, limits, template }: { storage: Storage; actor: Actor; limits: FileLimits; template: string },
  file: NewFile,
): Promise<Stored> {
  await lockUploads(tx, actor.id)
  const repeated = await ownRepeat(tx, actor, file)
  await assertRoom(tx, actor.id, file.size, repeated ? { ...limits, uploadQuota: 0 } : limits)
  await countUpload(tx, actor.id, file.size, limits)
  const blobId = await holdBlob(tx, storage, file)
  if (repeated !== undefined) return again(tx, repeated)
  const url = await holdAddress(tx, template, limits.timeZone, file)
  const type = fileTypeOf(file.suffix)
  const { name, suffix, topic, visibility, size, sha1, width, height } = file
  const [row] = await tx
    .insert(attachmentTable)
    .values({
      blobId,
      url,
      uploaderId: actor.id,
      uploaderKind: actor.side,
      organizationId: actor.orgId,
      name,
      suffix,
      topic,
      visibility,
      size,
      sha1,
      width,
      height,
      mimetype: type?.mimetype ?? UNKNOWN_TYPE,
      kind: type?.kind ?? 'other',
      storage: storage.name,
    })
    .returning()
  if (!row) throw new Error('no attachment')
  return row
}

async function ownRepeat(tx: Db, actor: Actor, file: NewFile): Promise<number | undefined> {
  const [row] = await tx
    .select({ id: attachmentTable.id })
    .from(attachmentTable)
    .innerJoin(fileBlob, eq(fileBlob.id, attachmentTable.blobId))
    .where(
      and(
        eq(attachmentTable.uploaderId, actor.id),
        eq(attachmentTable.name, file.name),
        eq(attachmentTable.topic, file.topic),
        eq(fileBlob.area, file.visibility),
        eq(fileBlob.sha256, file.sha256),
      ),
    )
    .limit(1)
  return row?.id
}

async function again(tx: Db, id: number): Promise<Stored> {
  const [row] = await tx
    .update(attachmentTable)
    .set({ quote: sql`${attachmentTable.quote} + 1`, lastUploadTime: sql`now()` })
    .where(eq(attachmentTable.id, id))
    .returning()
  if (!row) throw new Error('the attachment is gone')
  return row
}

/** The content's row, locked, with its bytes in their place: neither another upload nor the clean-up is at it. */
async function holdBlob(tx: Db, storage: Storage, { keys, ...file }: NewFile): Promise<number> {
  const { visibility: area, sha256, size, charset } = file
  const [blob] = await tx
    .insert(fileBlob)
    .values({ area, sha256, size, charset, small: keys.small !== undefined })
    .onConflictDoUpdate({ target: [fileBlob.area, fileBlob.sha256], set: { goneTime: null } })
    .returning({ id: fileBlob.id })
  if (!blob) throw new Error('no content')
  const place = async (from: string, to: string) => {
    if (!(await storage.stat(to))) await storage.move(from, to)
  }
  for (const small of keys.small ? smallSizes : []) {
    const from = keys.small?.[small]
    if (from) await place(from, blobKey({ area, sha256 }, small))
  }
  await place(keys.main, blobKey({ area, sha256 }))
  return blob.id
}

/** The address by the template. One that another content has gets a part that makes it another one. */
async function holdAddress(tx: Db, template: string, timeZone: string, file: NewFile): Promise<string> {
  const { sha256 } = file
  const random = () => randomBytes(8).toString('hex')
  const wanted = saveName(template, { ...file, timeZone, now: Date.now(), random: random() })
  for (let url = wanted; ; url = otherName(wanted, random())) {
    const [held] = await tx
      .insert(fileAddress)
      .values({ url, sha256 })
      .onConflictDoUpdate({
        target: fileAddress.url,
        set: { sha256 },
        setWhere: eq(fileAddress.sha256, sha256),
      })
      .returning({ url: fileAddress.url })
    if (held) return held.url
  }
}
