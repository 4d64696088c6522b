import * as v from 'valibot'
import { DRAFTS, draftNames, draftStore } from './draft-store.ts'
import type { RecordFormTarget } from './record-form-dialog.tsx'

const scalar = v.union([v.string(), v.number()])
const cell = v.union([scalar, v.null(), v.array(scalar)])
const value = v.union([cell, v.array(v.union([scalar, v.record(v.string(), cell)]))])
const labels = v.record(v.string(), v.record(v.string(), v.string()))
const values = v.record(v.string(), value)
/** `values`: the changed values. `base`: the previous values of the same fields. */
const draft = v.object({ version: v.nullable(v.number()), values, base: values, labels })

export type Draft = v.InferOutput<typeof draft>

/** The storage key of a draft: the resource and the row id. New rows have one draft for each set of initial values. */
export function draftKey(resource: string, target: RecordFormTarget): string {
  const added = () =>
    target.kind === 'add' && target.from !== undefined
      ? `copy${target.from}`
      : `new${JSON.stringify(target.kind === 'add' ? (target.values ?? null) : null)}`
  const row = target.kind === 'edit' ? String(target.id) : added()
  return `${DRAFTS}${resource}:${row}`
}

/** The storage key of the draft of a form that stands alone. No resource has such a key. */
export function formDraftKey(description: string, draft = ''): string {
  return `${DRAFTS}@${description}:${draft}`
}

/** A form of the resource that has a stored draft; undefined when there is none. */
export function leftDraft(resource: string): RecordFormTarget | undefined {
  const left = draftNames(resource).find((key) => readDraft(key))
  return left === undefined ? undefined : targetOfDraft(resource, left)
}

/** The form that a draft of the resource belongs to. */
export function targetOfDraft(resource: string, key: string): RecordFormTarget | undefined {
  const row = key.slice(`${DRAFTS}${resource}:`.length)
  if (row.startsWith('copy')) return { kind: 'add', from: Number(row.slice('copy'.length)) }
  if (!row.startsWith('new')) return { kind: 'edit', id: Number(row) }
  const begun = v.safeParse(v.pipe(v.string(), v.parseJson(), v.nullable(values)), row.slice('new'.length))
  return begun.success ? { kind: 'add', ...(begun.output ? { values: begun.output } : {}) } : undefined
}

/** The input of a form whose page was reloaded or left for a sign-in. The draft belongs to this browser tab only. */
export function readDraft(key: string): Draft | undefined {
  const text = draftStore()?.getItem(key)
  if (!text) return undefined
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), draft), text)
  return parsed.success ? parsed.output : undefined
}

export function keepDraft(key: string, content: Draft): void {
  // When the storage is full or forbidden, a reload loses unsaved input, as it does without drafts.
  try {
    draftStore()?.setItem(key, JSON.stringify(content))
  } catch {}
}
