const typed = 'input:not([type=hidden]):not([hidden]):not(:disabled), textarea:not(:disabled), select:not(:disabled)'

/** Moves the focus to the control of a field. */
function focusField(form: HTMLElement | null, name: string): void {
  controlIn(form, `[data-field="${CSS.escape(name)}"]`)?.focus()
}

/** Moves the focus to the control at a path: a field, or a cell of its table (`subjects.2.fullMark`). */
export function focusPath(form: HTMLElement | null, path: string): void {
  const [name = path, ...rest] = path.split('.')
  const cell = controlIn(form, `[data-field="${CSS.escape(name)}"] [data-cell="${CSS.escape(rest.join('.'))}"]`)
  if (cell) cell.focus()
  else focusField(form, name)
}

/** The control of the first rendered field. */
export function firstControl(form: HTMLElement | null): HTMLElement | null {
  const name = form?.querySelector<HTMLElement>('[data-field]')?.dataset.field
  return (name !== undefined && controlIn(form, `[data-field="${CSS.escape(name)}"]`)) || null
}

/** Prefers an input to a button, because a button may come first and only remove something. */
function controlIn(form: HTMLElement | null, place: string): HTMLElement | null | undefined {
  const first = (kinds: string) => form?.querySelector<HTMLElement>(`${place} :is(${kinds})`)
  return first(typed) ?? first('button:not(:disabled)')
}
