import type { SmallSize } from '#src/lib/file-facts.ts'
import type { Content } from './file-types.ts'

/** What the thread is asked: a file, what it may be, and where to write the pictures made of it. */
export type InspectOrder = {
  path: string
  /** What the name says. Undefined for a name that says nothing. */
  contents: readonly Content[] | undefined
  sizes: readonly SmallSize[]
}

/** Why a picture is refused. */
export type PictureFault = 'broken' | 'pixels' | 'frames'

export type Inspection =
  /** `made`: the picture was made anew beside the file, with its small sizes. */
  | { kind: 'file'; width: number | null; height: number | null; charset: string; made: boolean }
  /** The content is not what the name says. */
  | { kind: 'lie' }
  | { kind: 'fault'; fault: PictureFault }

/** The path of the picture that was made anew, or of one of its small sizes. */
export function madePath(path: string, size?: SmallSize): string {
  return size === undefined ? `${path}.made` : `${path}.${size}`
}
