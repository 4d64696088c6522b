import type { FileKind, Visibility } from '#src/lib/file-facts.ts'

/** A file that somebody has sent, as its list and its form have it. */
export type AttachmentRow = {
  id: number
  version: number
  createBy: number | null
  createTime: Date
  updateBy: number | null
  updateTime: Date
  topic: string
  uploaderId: number
  /** The name of the account; null when it is gone. */
  uploader: string | null
  uploaderKind: 'admin' | 'user'
  url: string
  width: number | null
  height: number | null
  name: string
  size: number
  mimetype: string
  suffix: string
  kind: FileKind
  /** The number of places that use it. */
  uses: number
  /** How often its owner has sent it. */
  quote: number
  storage: string
  sha1: string
  visibility: Visibility
  organizationId: number | null
  lastUploadTime: Date
}
