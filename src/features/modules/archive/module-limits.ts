/** Most bytes of an archive. */
export const MOST_PACKED = 10 * 1024 ** 2
/** Most bytes that its files have together. */
export const MOST_UNPACKED = 20 * 1024 ** 2
/** Most files of an archive. */
export const MOST_FILES = 200
/** Most bytes of a picture, and of `module.json` or a file of texts. */
export const MOST_OF_FILE = 2 * 1024 ** 2
/** Most bytes of a drawing. */
export const MOST_OF_DRAWING = 100_000

/** The names of the files that are no pictures. */
export const MANIFEST = 'module.json'
export const SIGNATURE = 'signature.json'
export const TEXTS = { 'zh-cn': 'translations/zh-cn.json', en: 'translations/en.json' } as const

/** Bytes as whole megabytes. */
export function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1024 ** 2)
}

/** A name from a file of somebody, as a message may show it: short, without signs that nobody sees. */
export function shownName(name: string): string {
  const plain = name.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '?')
  return plain.length > 80 ? `${plain.slice(0, 80)}…` : plain
}
