import * as v from 'valibot'

/** The facts about a file that reading it found out. They are stored with the file. */
export const fileFacts = v.variant('format', [
  v.object({ format: v.literal('xlsx'), sheets: v.array(v.object({ name: v.string(), hidden: v.boolean() })) }),
  v.object({
    format: v.literal('csv'),
    encoding: v.picklist(['utf-8', 'gb18030', 'utf-16le', 'utf-16be']),
    separator: v.picklist([',', '\t', ';', '|']),
    rows: v.number(),
  }),
])
export type FileFacts = v.InferOutput<typeof fileFacts>
