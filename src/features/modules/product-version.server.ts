import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

let known: string | undefined

/** The version of the product, as `package.json` gives it. The product runs in its own folder. */
export function productVersion(): string {
  known ??= v.parse(named, JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8'))).version
  return known
}

const named = v.object({ version: v.string() })
