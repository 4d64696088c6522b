const controls = 'input:not([type=hidden]):not(:disabled), textarea:not(:disabled), button:not(:disabled)'

/** Moves the focus to the control of a field. */
export function focusField(form: HTMLElement | null, name: string): void {
  form?.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"] :is(${controls})`)?.focus()
}
