const controls =
  'input:not([type=hidden]):not([hidden]):not(:disabled), textarea:not(:disabled), select:not(:disabled), button:not(:disabled)'

/** Moves the focus to the control of a field. */
export function focusField(form: HTMLElement | null, name: string): void {
  form?.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"] :is(${controls})`)?.focus()
}

/** Moves the focus to what a path names: a field, or a cell of its table (`subjects.2.fullMark`). */
export function focusPath(form: HTMLElement | null, path: string): void {
  const [name = path, ...rest] = path.split('.')
  const cell = form?.querySelector<HTMLElement>(
    `[data-field="${CSS.escape(name)}"] [data-cell="${CSS.escape(rest.join('.'))}"] :is(${controls})`,
  )
  if (cell) cell.focus()
  else focusField(form, name)
}
