import type { Encoding } from '#src/server/sheet/file-facts.ts'

/** Names of encodings, the same in all languages. */
export const encodingLabels: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  gb18030: 'GB18030 / GBK',
  big5: 'Big5',
  'windows-1252': 'Windows-1252 / Latin-1',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
}
