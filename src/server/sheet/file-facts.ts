import * as v from 'valibot'
import { MAX_TEXT } from './cell.ts'

export const encodings = ['utf-8', 'gb18030', 'big5', 'windows-1252', 'utf-16le', 'utf-16be'] as const
export type Encoding = (typeof encodings)[number]

/** Kinds of workbooks, by the endings of their names: with macros (`m`), and templates (`t`). */
export const workbookKinds = ['xlsx', 'xlsm', 'xltx', 'xltm'] as const
export type WorkbookKind = (typeof workbookKinds)[number]

/** The facts about a file that reading it found out. They are stored with the file. */
export const fileFacts = v.variant('format', [
  v.object({
    format: v.literal('xlsx'),
    /** What the file is inside. Files of earlier releases do not have it. */
    kind: v.optional(v.picklist(workbookKinds)),
    sheets: v.array(v.object({ name: v.string(), hidden: v.boolean() })),
  }),
  v.object({
    format: v.literal('csv'),
    encoding: v.picklist(encodings),
    /** Files of earlier releases do not have it. */
    guessed: v.optional(v.boolean(), false),
    separator: v.picklist([',', '\t', ';', '|']),
    rows: v.number(),
    /**
     * The characters of the longest cell. Files of earlier releases do not have it, and may be too long for a workbook.
     */
    longest: v.optional(v.number(), MAX_TEXT),
  }),
])
export type FileFacts = v.InferOutput<typeof fileFacts>
