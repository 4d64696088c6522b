import { createContext } from 'react'

/** Path of the page that the forms below belong to. Empty outside of tabs. */
export const UnsavedPlace = createContext('')

type Form = {
  place: string
  isDirty(): boolean
  /** Discards the unsaved content and its stored draft. */
  drop(): void
}

const forms = new Set<Form>()
const guards = new Set<(needed: boolean) => void>()

/**
 * Registers an open form.
 * @returns a function that unregisters it
 */
export function watchUnsaved(form: Form): () => void {
  if (forms.size === 0) window.addEventListener('beforeunload', ask)
  forms.add(form)
  tellGuards()
  return () => {
    forms.delete(form)
    if (forms.size === 0) window.removeEventListener('beforeunload', ask)
    tellGuards()
  }
}

/**
 * Tells now, and with every change, whether any form is open. A page without forms is left without a question.
 * @returns a function that stops it
 */
export function watchForms(guard: (needed: boolean) => void): () => void {
  guards.add(guard)
  guard(forms.size > 0)
  return () => void guards.delete(guard)
}

function tellGuards(): void {
  for (const guard of guards) guard(forms.size > 0)
}

/** Whether forms on the pages of these paths have unsaved content. Without arguments, forms on any page. */
export function hasUnsaved(...places: string[]): boolean {
  return [...forms].some(({ place, isDirty }) => (places.length === 0 || places.includes(place)) && isDirty())
}

/** Discards the unsaved content of these pages and unregisters its forms. Without arguments, of all pages. */
export function dropUnsaved(...places: string[]): void {
  for (const form of [...forms]) {
    if (places.length > 0 && !places.includes(form.place)) continue
    form.drop()
    forms.delete(form)
  }
}

/** Lets the browser ask the user before it leaves or reloads the product with unsaved content. */
function ask(event: BeforeUnloadEvent): void {
  if (hasUnsaved()) event.preventDefault()
}
