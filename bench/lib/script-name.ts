import { readFileSync } from 'node:fs'
import { CHUNK_NAMES } from '../../scripts/vite/chunk-names.ts'

let names: Record<string, string> | undefined

/** What is in a script of the built product, such as `palette`. A script of another build has its path as name. */
export function scriptName(url: string): string {
  // Seam: the build writes this file (scripts/vite/chunk-names.ts).
  names ??= JSON.parse(readFileSync(CHUNK_NAMES, 'utf8')) as Record<string, string>
  const path = new URL(url).pathname.slice(1)
  return names[path] ?? path
}
