import { type ComponentType, createContext, use } from 'react'
import type { UploadLimits } from '#src/lib/upload-checks.ts'

/** The props of the rich-text editor that a module provides. */
export type EditorProps = {
  /** The content as HTML. */
  value: string
  onChange(html: string): void
  onBlur(): void
  label: string
  placeholder?: string
  disabled?: boolean
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
