import type { SelectOption } from '#src/lib/select-option.ts'
import type { Labels } from '#src/resource/labels.ts'

/** The labels of a form's relation values. They come from loaded rows and from loaded lists of options. */
export class RelationLabels {
  #labels: Labels

  constructor(labels: Labels = {}) {
    this.#labels = structuredClone(labels)
  }

  get all(): Labels {
    return this.#labels
  }

  nameOf(field: string, value: string | number): string | undefined {
    return this.#labels[field]?.[value]
  }

  /** Whether all these names are known, and are the same. */
  knows(labels: Labels): boolean {
    return Object.entries(labels).every(([field, names]) =>
      Object.entries(names).every(([value, name]) => this.nameOf(field, value) === name),
    )
  }

  merge(labels: Labels): void {
    for (const [field, names] of Object.entries(labels)) Object.assign(this.#of(field), names)
  }

  add(field: string, options: readonly SelectOption[]): void {
    const names = this.#of(field)
    for (const option of options) names[option.value] = option.label
  }

  #of(field: string): Record<string, string> {
    this.#labels[field] ??= {}
    return this.#labels[field]
  }
}
