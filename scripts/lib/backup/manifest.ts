import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as v from 'valibot'
import type { Place } from './catalogue.ts'
import { definitionSchema } from './definitions.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Nothing for the schema public. Those before had no other. */
const schema = v.exactOptional(v.string())

/** The description of a backup. `format` changes when older releases can no longer read it. */
export const manifestSchema = v.object({
  product: v.literal('yardstick'),
  format: v.literal(1),
  version: v.string(),
  createTime: v.string(),
  /** The hashes of the applied migrations, oldest first. */
  migrations: v.array(v.string()),
  tables: v.array(
    v.object({ name: v.string(), schema, columns: v.array(v.string()), rows: count, sha256: v.string() }),
  ),
  partitions: v.array(
    v.object({
      name: v.string(),
      parent: v.string(),
      bound: v.pipe(v.string(), v.regex(/^(DEFAULT|FOR VALUES [^;]*)$/)),
    }),
  ),
  sequences: v.array(v.object({ name: v.string(), schema, last: v.string() })),
  files: v.array(v.object({ path: v.string(), bytes: count, sha256: v.string() })),
  /** Everything that the schemas define. Earlier releases did not write it. */
  definitions: v.optional(v.array(definitionSchema)),
})

export type Manifest = v.InferOutput<typeof manifestSchema>

/** The path of a table's file inside a backup. */
export function tableFile({ name, schema }: Place): string {
  const parts = schema === undefined ? [name] : [schema, name]
  return join('tables', `${parts.map(encodeURIComponent).join('+')}.copy`)
}

/** The SHA-256 of a file, in hex. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** The files below a directory as sorted paths with forward slashes; empty when the directory does not exist. */
export async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch((error: Error) => {
    if ('code' in error && error.code === 'ENOENT') return []
    throw error
  })
  const files = entries.filter((entry) => entry.isFile())
  return files.map((file) => relative(directory, join(file.parentPath, file.name)).split(sep).join('/')).sort()
}
