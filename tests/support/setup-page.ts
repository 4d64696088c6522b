import { beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { toastStore } from '#src/ui/toast-store.ts'
import '#app/styles.css'

// Test files share a page, so every test starts with a clean page. Style sheets stay once they are loaded. The
// product's styles are therefore loaded from the start.

/** Vitest's default viewport. */
const size = { width: 414, height: 896 }

const root = document.documentElement
const attributes = Array.from(root.attributes, ({ name, value }) => [name, value] as const)

beforeEach(async () => {
  // vitest-browser-react itself cleans up for the first file only.
  await cleanup()
  toastStore.clear()
  localStorage.clear()
  sessionStorage.clear()
  for (const { name = '' } of await cookieStore.getAll()) await cookieStore.delete(name)
  for (const name of root.getAttributeNames()) root.removeAttribute(name)
  for (const [name, value] of attributes) root.setAttribute(name, value)
  if (window.innerWidth !== size.width || window.innerHeight !== size.height) {
    await page.viewport(size.width, size.height)
  }
})
