import { eq, inArray, type SQL } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { attachment, fileBlob } from '#src/db/file.table.server.ts'
import type { Visibility } from '#src/lib/file-facts.ts'

/** What is needed to deliver the file of an address. */
export type StoredFile = {
  id: number
  url: string
  uploaderId: number
  visibility: Visibility
  name: string
  suffix: string
  mimetype: string
  size: number
  width: number | null
  height: number | null
  area: Visibility
  sha256: string
  charset: string
  small: boolean
  createTime: string
}

const columns = {
  id: attachment.id,
  url: attachment.url,
  uploaderId: attachment.uploaderId,
  visibility: attachment.visibility,
  name: attachment.name,
  suffix: attachment.suffix,
  mimetype: attachment.mimetype,
  size: attachment.size,
  width: attachment.width,
  height: attachment.height,
  area: fileBlob.area,
  sha256: fileBlob.sha256,
  charset: fileBlob.charset,
  small: fileBlob.small,
  createTime: fileBlob.createTime,
}

/** The files of the attachments that meet a condition. */
export function storedFiles(db: Db, condition: SQL | undefined): Promise<StoredFile[]> {
  return db
    .select(columns)
    .from(attachment)
    .innerJoin(fileBlob, eq(fileBlob.id, attachment.blobId))
    .where(condition)
    .orderBy(attachment.id)
}

/** The files with these addresses. Several attachments may have the same content and address. */
export function filesAt(db: Db, urls: readonly string[]): Promise<StoredFile[]> {
  return urls.length === 0 ? Promise.resolve([]) : storedFiles(db, inArray(attachment.url, [...new Set(urls)]))
}
