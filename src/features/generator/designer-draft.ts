import { formDraftKey } from '#src/crud/form/draft.ts'
import { draftStore, dropDraft } from '#src/crud/form/draft-store.ts'
import type { Design, DesignBase } from './design.schema.ts'

/** What is kept of a design that is not generated yet: it survives a reload and a sign-in in this browser tab. */
export type DesignDraft = { design: Design; base: DesignBase | null }

/** The target of a design that was read from a file. */
export const fileTarget = (id: string) => `file:${id}`

const nameOf = (target: string) => formDraftKey('crud-designer', target)

/** The draft of a designer. @param target what it began with */
export function readDesignDraft(target: string): DesignDraft | undefined {
  const text = draftStore()?.getItem(nameOf(target))
  if (!text) return undefined
  try {
    const read: unknown = JSON.parse(text)
    return isDraft(read) ? read : undefined
  } catch {
    return undefined
  }
}

/** Keeps a draft. When the storage is full or forbidden, a reload loses it. */
export function keepDesignDraft(target: string, draft: DesignDraft): void {
  try {
    draftStore()?.setItem(nameOf(target), JSON.stringify(draft))
  } catch {}
}

/** Forgets a draft: it is generated, or given up. */
export function dropDesignDraft(target: string): void {
  dropDraft(nameOf(target))
}

/** Whether this is a draft as it was written here. An older one may have another shape. */
function isDraft(read: unknown): read is DesignDraft {
  const design = at(read, 'design')
  const description = at(design, 'description')
  const fields = at(description, 'fields')
  const texts = [at(design, 'tableName'), at(design, 'icon'), at(description, 'key'), at(description, 'defaultOrder')]
  const objects = [at(design, 'columns'), at(description, 'title')]
  const lists = [fields, at(description, 'sorts'), at(description, 'quickSearch')]
  return (
    texts.every((one) => typeof one === 'string') &&
    objects.every((one) => typeof one === 'object' && one !== null) &&
    lists.every(Array.isArray) &&
    Array.isArray(fields) &&
    fields.every((one) => typeof at(one, 'name') === 'string' && typeof at(at(one, 'label'), 'en') === 'string')
  )
}

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
