import * as v from 'valibot'
import { categories, moduleVersion, uid } from '../manifest.schema.ts'

/** Most modules that an index lists, and most bytes that it has. */
export const MOST_ENTRIES = 500
export const MOST_OF_INDEX = 2 * 1024 ** 2

/** A file beside the index: never above it, and on no other machine. */
export const indexFile = v.pipe(v.string(), v.maxLength(200), v.regex(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/))

const texts = (most: number) => {
  const one = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most))
  return v.object({ 'zh-cn': one, en: one })
}
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const amount = v.object({ money: v.optional(v.nullable(count), null), points: v.optional(v.nullable(count), null) })
const range = v.pipe(v.string(), v.maxLength(60))

/** A version of a module in an index. What it does not know is ignored, so that an index can say more. */
export const indexEntry = v.object({
  uid,
  title: texts(40),
  intro: texts(200),
  description: v.optional(v.nullable(texts(20_000)), null),
  author: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60)),
  website: v.optional(v.nullable(v.pipe(v.string(), v.url(), v.startsWith('https://'), v.maxLength(200))), null),
  category: v.picklist(categories),
  version: moduleVersion,
  product: v.optional(v.nullable(range), null),
  needs: v.optional(v.record(uid, range), {}),
  excludes: v.optional(v.record(uid, range), {}),
  /** The name of an icon, or a drawing beside the index. */
  icon: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  pictures: v.optional(v.pipe(v.array(indexFile), v.maxLength(10)), []),
  /** In cents, and in points. `was`: what it cost before. */
  price: v.optional(v.nullable(v.object({ now: amount, was: v.optional(v.nullable(amount), null) })), null),
  downloads: v.optional(v.nullable(count), null),
  changes: v.optional(
    v.pipe(
      v.array(
        v.object({
          version: moduleVersion,
          date: v.optional(v.nullable(v.pipe(v.string(), v.isoDate())), null),
          text: texts(2000),
        }),
      ),
      v.maxLength(100),
    ),
    [],
  ),
  /** The archive beside the index, and its digest in hexadecimal digits. */
  archive: indexFile,
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  /** ISO 8601 */
  updateTime: v.optional(v.nullable(v.pipe(v.string(), v.isoTimestamp())), null),
})
export type IndexEntry = v.InferOutput<typeof indexEntry>

/** `index.json`. Its entries are read one by one, so that one that is broken does not take the others along. */
export const indexSchema = v.object({
  format: v.literal(1),
  name: v.optional(v.nullable(texts(60)), null),
  modules: v.pipe(v.array(v.unknown()), v.maxLength(MOST_ENTRIES)),
})
