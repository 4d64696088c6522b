import { createContext, use } from 'react'

/** What the kit's cells and controls need to know of the site. */
export type Kit = {
  timeZone: string
  /** What may be uploaded; bytes, and extensions or MIME types with commas between. */
  upload: { maxsize: number; mimetype: string }
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

export function useKit(): Kit {
  return use(KitContext)
}
