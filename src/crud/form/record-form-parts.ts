import { rangeEnd } from '#src/resource/cross-checks.ts'
import type { Description, Field, Section } from '#src/resource/description.ts'
import { writableFields } from '#src/resource/form-values.ts'

/** A part of a form: its section and its fields. `section` is undefined for fields without a section. */
export type RecordFormPart = { section: Section | undefined; fields: readonly Field[] }

/** The parts of a form, in the order of its sections. Fields without a section come first. */
export function recordFormParts(description: Pick<Description, 'fields' | 'form'>): RecordFormPart[] {
  const fields = writableFields(description)
  const sections = description.form?.sections ?? []
  const keys = new Set(sections.map((one) => one.key))
  const homeOf = (field: Field) => (field.section !== undefined && keys.has(field.section) ? field.section : undefined)
  const parts = [undefined, ...sections].map((section) => ({
    section,
    fields: fields.filter((field) => homeOf(field) === section?.key),
  }))
  return parts.filter((part) => part.fields.length > 0)
}

/** The index of the part that contains a field, or -1. The end of a range is in the part of its start. */
export function recordFormPartOf(parts: readonly RecordFormPart[], name: string): number {
  const at = parts.findIndex(({ fields }) => fields.some((field) => rangeEnd(field) === name))
  return at >= 0 ? at : parts.findIndex(({ fields }) => fields.some((field) => field.name === name))
}

/** More fields than that do not fit into a window. */
const FIELDS_IN_SIGHT = 16

/** Whether a form is so long that it has a list of its sections. Steps have a list of their own. */
export function hasRail(description: Pick<Description, 'fields' | 'form'>): boolean {
  const sections = recordFormParts(description)
  if (description.form?.steps || sections.length < 2) return false
  return sections.length > 3 || writableFields(description).length > FIELDS_IN_SIGHT
}
