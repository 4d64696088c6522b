import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'

/** A package that an install has added (`from` is null), changed or removed (`to` is null). */
const change = v.object({ name: v.string(), from: v.nullable(v.string()), to: v.nullable(v.string()) })

/**
 * `next.json`: what waits for the next start. Each part names its folder below `next`, so that one rename of the note
 * replaces what waits. `base` is the hash of the product's own files that the part was made from.
 * `scripts/lib/bootstrap-next.mjs` reads the note as well.
 */
export const waitingNote = v.object({
  time: v.string(),
  packages: v.optional(v.object({ folder: v.string(), base: v.string(), changes: v.array(change) })),
  registry: v.optional(v.object({ folder: v.string(), base: v.string(), url: v.string() })),
  build: v.optional(v.object({ folder: v.string(), time: v.string(), stamp: v.string() })),
})

export type WaitingNote = v.InferOutput<typeof waitingNote>

const noteText = v.pipe(v.string(), v.parseJson(), waitingNote)

/** The note in the terminal's directory. Undefined when there is none, or none that this release understands. */
export async function readNote(dir: string): Promise<WaitingNote | undefined> {
  const found = v.safeParse(noteText, await readFile(join(dir, 'next', 'next.json'), 'utf8').catch(() => ''))
  return found.success ? found.output : undefined
}

/** What the next start takes over: names that are the same in every language. Null when nothing waits. */
export async function readWaiting(dir: string): Promise<{ time: string; what: string[] } | null> {
  const note = await readNote(dir)
  if (!note) return null
  const { packages, registry, build, time } = note
  const changes = packages?.changes.map(({ name, from, to }) => {
    if (to === null) return `${name} ${from ?? ''} → ∅`
    return from === null ? `${name} ${to}` : `${name} ${from} → ${to}`
  })
  const what = [
    ...(changes?.length === 0 ? ['package-lock.json'] : (changes ?? [])),
    ...(registry ? [`.npmrc ${registry.url}`.trim()] : []),
    ...(build ? ['dist'] : []),
  ]
  return what.length > 0 ? { time, what } : null
}
