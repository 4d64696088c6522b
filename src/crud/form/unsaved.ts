import { createContext } from 'react'

/** Which page of the product the forms below belong to, by its path; empty outside of tabs. */
export const UnsavedPlace = createContext('')

type Form = {
  place: string
  isDirty(): boolean
  /** Forgets what was typed, a stored draft of it too. */
  drop(): void
}

const forms = new Set<Form>()

/** Makes an open form known for as long as it is there. Returns how to forget it. */
export function watchUnsaved(form: Form): () => void {
  if (forms.size === 0) window.addEventListener('beforeunload', ask)
  forms.add(form)
  return () => {
    forms.delete(form)
    if (forms.size === 0) window.removeEventListener('beforeunload', ask)
  }
}

/** Whether anything would be lost with the pages of these places; with any page at all when none is named. */
export function hasUnsaved(...places: string[]): boolean {
  return [...forms].some(({ place, isDirty }) => (places.length === 0 || places.includes(place)) && isDirty())
}

/** What was typed on these pages (on any when none is named) may go, and is asked about no more. */
export function dropUnsaved(...places: string[]): void {
  for (const form of [...forms]) {
    if (places.length > 0 && !places.includes(form.place)) continue
    form.drop()
    forms.delete(form)
  }
}

/** The browser asks too, before it leaves the product or loads it again. */
function ask(event: BeforeUnloadEvent): void {
  if (hasUnsaved()) event.preventDefault()
}
