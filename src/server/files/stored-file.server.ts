import { eq, inArray, type SQL } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { attachmentTable, fileBlob } from '#src/db/file.table.server.ts'
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
  id: attachmentTable.id,
  url: attachmentTable.url,
  uploaderId: attachmentTable.uploaderId,
  visibility: attachmentTable.visibility,
  name: attachmentTable.name,
  suffix: attachmentTable.suffix,
  mimetype: attachmentTable.mimetype,
  size: attachmentTable.size,
  width: attachmentTable.width,
  height: attachmentTable.height,
  area: fileBlob.area,
  sha256: fileBlob.sha256,
  charset: fileBlob.charset,
  small: fileBlob.small,
  // That of the content would tell when somebody else has sent the same.
  createTime: attachmentTable.createTime,
}

/** The files of the attachments that meet a condition. */
export function storedFiles(db: Db, condition: SQL | undefined): Promise<StoredFile[]> {
  return db
    .select(columns)
    .from(attachmentTable)
    .innerJoin(fileBlob, eq(fileBlob.id, attachmentTable.blobId))
    .where(condition)
    .orderBy(attachmentTable.id)
}

/** The files with these addresses. Several attachments may have the same content and address. */
export function filesAt(db: Db, urls: readonly string[]): Promise<StoredFile[]> {
  return urls.length === 0 ? Promise.resolve([]) : storedFiles(db, inArray(attachmentTable.url, [...new Set(urls)]))
}
