import { type ComponentType, createContext, use } from 'react'
import type { UploadLimits } from '#src/lib/upload-checks.ts'

/** What an editor of rich text gets; a module brings one. */
export type EditorProps = {
  /** HTML. */
  value: string
  onChange(html: string): void
  onBlur(): void
  label: string
  placeholder?: string
  disabled?: boolean
}

/** What the kit's cells and controls need to know of the site. */
export type Kit = {
  timeZone: string
  upload: UploadLimits
  /** Bytes of a file that rows come in from. */
  importMaxsize?: number
  /** Another back end than ours knows neither files in and out nor background jobs. */
  backend?: 'yardstick' | 'pig'
  editor?: ComponentType<EditorProps>
  /** The cookies of the page's request; in the browser those of the page. */
  cookies?(): string
}

/** Outside of a shell: the specification's values. */
const standard: Kit = {
  timeZone: 'Asia/Shanghai',
  upload: {
    maxsize: 10_485_760,
    mimetype: 'jpg,png,bmp,jpeg,gif,webp,zip,rar,xls,xlsx,doc,docx,wav,mp4,mp3,txt',
  },
}

export const KitContext = createContext<Kit>(standard)

/** Whether lists go out to files and come in from them. */
export function hasTransfer({ backend }: Pick<Kit, 'backend'>): boolean {
  return backend !== 'pig'
}

export function useKit(): Kit {
  return use(KitContext)
}
