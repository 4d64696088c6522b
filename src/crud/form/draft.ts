import * as v from 'valibot'
import type { RecordFormTarget } from './record-form-dialog.tsx'

const prefix = 'ys-draft:'
const scalar = v.union([v.string(), v.number()])
const cell = v.union([scalar, v.null(), v.array(scalar)])
const value = v.union([cell, v.array(v.union([scalar, v.record(v.string(), cell)]))])
const labels = v.record(v.string(), v.record(v.string(), v.string()))
const values = v.record(v.string(), value)
/** `values`: what was changed; `base`: what the row held there before. */
const draft = v.object({ version: v.nullable(v.number()), values, base: values, labels })

export type Draft = v.InferOutput<typeof draft>

/** What a form goes by: its resource, and its row or, as another draft each, the place of a new one. */
export function draftKey(resource: string, target: RecordFormTarget): string {
  const row = target.kind === 'edit' ? String(target.id) : `new${JSON.stringify(target.values ?? null)}`
  return `${prefix}${resource}:${row}`
}

/** A form of a resource that was left with something in it. */
export function leftDraft(resource: string): RecordFormTarget | undefined {
  const start = `${prefix}${resource}:`
  const left = Object.keys(storage() ?? {}).find((key) => key.startsWith(start) && readDraft(key))
  const row = left?.slice(start.length)
  if (row === undefined) return undefined
  if (!row.startsWith('new')) return { kind: 'edit', id: Number(row) }
  const begun = v.safeParse(v.pipe(v.string(), v.parseJson(), v.nullable(values)), row.slice('new'.length))
  return begun.success ? { kind: 'add', ...(begun.output ? { values: begun.output } : {}) } : undefined
}

/** What was left in a form when its page was reloaded, or left for a sign-in. Of this tab only. */
export function readDraft(key: string): Draft | undefined {
  const text = storage()?.getItem(key)
  if (!text) return undefined
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), draft), text)
  return parsed.success ? parsed.output : undefined
}

export function keepDraft(key: string, content: Draft): void {
  // A full or forbidden store only means that a reload loses what is not saved, as it always did.
  try {
    storage()?.setItem(key, JSON.stringify(content))
  } catch {}
}

export function dropDraft(key: string): void {
  storage()?.removeItem(key)
}

/** For signing out: what one person began is not the next one's to see. */
export function dropDrafts(): void {
  for (const key of Object.keys(storage() ?? {})) if (key.startsWith(prefix)) dropDraft(key)
}

function storage(): Storage | undefined {
  try {
    return window.sessionStorage
  } catch {
    return undefined
  }
}
