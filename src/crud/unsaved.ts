type Check = () => boolean

const forms = new Set<Check>()

/** Makes an open form known for as long as it is there. Returns how to forget it. */
export function watchUnsaved(check: Check): () => void {
  forms.add(check)
  return () => forms.delete(check)
}

/** Whether anything on this page would be lost by leaving it. */
export function hasUnsaved(): boolean {
  return [...forms].some((check) => check())
}
