import { m } from '#src/i18n/paraglide/messages.js'
import type { FileKind } from '#src/lib/file-facts.ts'

/** What users call a kind of files. */
export const kindNames: Readonly<Record<FileKind, () => string>> = {
  image: m.attachment_image,
  audio: m.attachment_audio,
  video: m.attachment_video,
  document: m.attachment_document,
  archive: m.attachment_archive,
  other: m.attachment_other,
}
