import { type ComponentType, createContext, use } from 'react'
import type { FileKind, Visibility } from '#src/lib/file-facts.ts'
import type { UploadLimits } from '#src/lib/upload-checks.ts'

/** The props of the editor for rich text. */
export type EditorProps = UploadOptions & {
  /** The content as HTML. */
  value: string
  onChange(html: string): void
  onBlur(): void
  /** A picture of the content is being sent, or no longer. The function must stay the same between renders. */
  onBusy?(busy: boolean): void
  label: string
  placeholder?: string
  required?: boolean
  invalid?: boolean
  disabled?: boolean
}

/** What goes with an uploaded file. */
export type UploadOptions = {
  /** What it is for: a part of its address. */
  topic?: string
  /** The default is private. */
  visibility?: Visibility
}

/** A stored file, as users choose it. */
export type FileToChoose = {
  id: number
  url: string
  name: string
  size: number
  mimetype: string
  suffix: string
  width: number | null
  height: number | null
}

export type FileQuery = {
  quickSearch: string
  /** Empty for every kind. */
  kind: FileKind | ''
  /** Extensions, separated by commas. */
  suffixes?: string
  page: number
  limit: number
}

/** The stored files of the site. */
export type FileSource = {
  /** The files that the user may choose, the newest first. */
  choose(query: FileQuery, signal: AbortSignal): Promise<{ total: number; list: FileToChoose[] }>
}

/** A part of a page that could not be shown. */
export type PartFailure = {
  /** The key of the page's resource; empty when it has none. */
  resource: string
  /** The field or the slot. */
  part: string
  rowId: number | null
  /** Without values of rows. */
  message: string
  stack: string
}

/** The site's data that the kit's cells and controls need. */
export type Kit = {
  timeZone: string
  upload: UploadLimits
  siteName?: string
  /** Maximum size of an import file in bytes. */
  importMaxsize?: number
  /** The back end `pig` supports neither import and export nor background jobs. */
  backend?: 'yardstick' | 'pig'
  /** Tells the server of a part that failed. It never throws. */
  report?(failure: PartFailure): void
  editor?: ComponentType<EditorProps>
  /** Files to choose from. A pig back end has none. */
  files?: FileSource
  /** Returns the cookies of the page's request. In the browser, the page's cookies. */
  cookies?(): string
}

/** The default values outside of a shell. */
const standard: Kit = {
  timeZone: 'Asia/Shanghai',
  upload: {
    maxsize: 10_485_760,
    mimetype: 'jpg,png,bmp,jpeg,gif,webp,zip,rar,xls,xlsx,doc,docx,wav,mp4,mp3,txt',
  },
}

export const KitContext = createContext<Kit>(standard)

/** Whether the back end supports export and import of lists as files. */
export function hasTransfer({ backend }: Pick<Kit, 'backend'>): boolean {
  return backend !== 'pig'
}

export function useKit(): Kit {
  return use(KitContext)
}
