import type { FileKind } from '#src/lib/file-facts.ts'

/** What the content of a file shows it to be. */
export type Content =
  | 'jpeg'
  | 'png'
  | 'gif'
  | 'webp'
  | 'bmp'
  | 'svg'
  | 'zip'
  | 'rar'
  | '7z'
  | 'doc'
  | 'xls'
  | 'ppt'
  | 'docx'
  | 'xlsx'
  | 'pptx'
  | 'sealed'
  | 'wav'
  | 'mp3'
  | 'ogg'
  | 'mp4'
  | 'mov'
  | 'webm'
  | 'pdf'
  | 'text'

export type FileTypeFacts = {
  /** What the content must be. */
  contents: readonly Content[]
  mimetype: string
  kind: FileKind
  /** A browser may show it in place. All other files are downloads. */
  inline?: true
}

const text = (mimetype: string, inline?: true): FileTypeFacts => ({
  contents: ['text'],
  mimetype,
  kind: 'document',
  ...(inline ? { inline } : {}),
})
const shown = (content: Content, mimetype: string, kind: FileKind): FileTypeFacts => ({
  contents: [content],
  mimetype,
  kind,
  inline: true,
})
const kept = (contents: readonly Content[], mimetype: string, kind: FileKind): FileTypeFacts => ({
  contents,
  mimetype,
  kind,
})

const OFFICE = 'application/vnd.openxmlformats-officedocument'

/**
 * The one table of the types that the product knows, by extension. The name of a file must agree with its content. A
 * file with another extension is stored as bytes, when the site allows it at all.
 */
const fileTypes: ReadonlyMap<string, FileTypeFacts> = new Map([
  ['jpg', shown('jpeg', 'image/jpeg', 'image')],
  ['jpeg', shown('jpeg', 'image/jpeg', 'image')],
  ['png', shown('png', 'image/png', 'image')],
  ['gif', shown('gif', 'image/gif', 'image')],
  ['webp', shown('webp', 'image/webp', 'image')],
  ['bmp', shown('bmp', 'image/bmp', 'image')],
  // It can contain scripts, so no browser ever gets it as a picture.
  ['svg', kept(['svg'], 'image/svg+xml', 'image')],
  // Office documents are archives, too.
  ['zip', kept(['zip', 'docx', 'xlsx', 'pptx'], 'application/zip', 'archive')],
  ['rar', kept(['rar'], 'application/vnd.rar', 'archive')],
  ['7z', kept(['7z'], 'application/x-7z-compressed', 'archive')],
  ['doc', kept(['doc'], 'application/msword', 'document')],
  ['xls', kept(['xls'], 'application/vnd.ms-excel', 'document')],
  ['ppt', kept(['ppt'], 'application/vnd.ms-powerpoint', 'document')],
  // With a password, they are sealed in another container.
  ['docx', kept(['docx', 'sealed'], `${OFFICE}.wordprocessingml.document`, 'document')],
  ['xlsx', kept(['xlsx', 'sealed'], `${OFFICE}.spreadsheetml.sheet`, 'document')],
  ['pptx', kept(['pptx', 'sealed'], `${OFFICE}.presentationml.presentation`, 'document')],
  ['pdf', shown('pdf', 'application/pdf', 'document')],
  ['wav', shown('wav', 'audio/wav', 'audio')],
  ['mp3', shown('mp3', 'audio/mpeg', 'audio')],
  ['ogg', shown('ogg', 'audio/ogg', 'audio')],
  ['mp4', shown('mp4', 'video/mp4', 'video')],
  ['mov', shown('mov', 'video/quicktime', 'video')],
  ['webm', shown('webm', 'video/webm', 'video')],
  ['txt', text('text/plain', true)],
  ['csv', text('text/csv')],
  ['json', text('application/json')],
  ['md', text('text/markdown')],
])

/** The facts of a known type. Undefined for an extension that the product does not know. */
export function fileTypeOf(suffix: string): FileTypeFacts | undefined {
  return fileTypes.get(suffix)
}

/** Characters of an extension. What is longer is a part of the name. */
const MOST_SUFFIX = 20

/** The extension of a file's name, in lower case, without the dot; empty when it has none. */
export function suffixOf(name: string): string {
  const dot = name.lastIndexOf('.')
  const suffix = dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
  return suffix.length > MOST_SUFFIX ? '' : suffix
}

/** The type of a file that the product does not know. */
export const UNKNOWN_TYPE = 'application/octet-stream'

/** The pictures that are decoded and made anew. */
export const decoded: ReadonlySet<Content> = new Set(['jpeg', 'png', 'gif', 'webp'])
