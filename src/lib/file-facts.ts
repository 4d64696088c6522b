/** Who may read a file: everybody, or those with a right to it. */
export const visibilities = ['private', 'public'] as const
export type Visibility = (typeof visibilities)[number]

/** What people look for among files. */
export const fileKinds = ['image', 'audio', 'video', 'document', 'archive', 'other'] as const
export type FileKind = (typeof fileKinds)[number]

/** The kinds of accounts that upload files. */
export const accountKinds = ['admin', 'user'] as const

/** The widths in pixels of the small sizes of a picture. */
export const smallSizes = [160, 640] as const
export type SmallSize = (typeof smallSizes)[number]
