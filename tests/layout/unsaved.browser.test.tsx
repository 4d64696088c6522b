import { expect, test, vi } from 'vitest'
import { dropUnsaved, hasUnsaved, watchUnsaved } from '#src/layout/unsaved.ts'

/** Returns whether the browser would ask before the page is left. */
function asksBeforeLeaving(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

test('the browser asks before it leaves while a form holds what is not saved, and only then', () => {
  let dirty = false
  const forget = watchUnsaved({ place: '/admin/a', isDirty: () => dirty, drop: () => {} })
  expect(asksBeforeLeaving()).toBe(false)
  dirty = true
  expect(asksBeforeLeaving()).toBe(true)
  dirty = false
  expect(asksBeforeLeaving()).toBe(false)
  dirty = true
  forget()
  expect(asksBeforeLeaving()).toBe(false)
})

test('what is unsaved is known by its page, and dropped by its page', () => {
  const drops = { a: vi.fn(), b: vi.fn() }
  const forget = [
    watchUnsaved({ place: '/admin/a', isDirty: () => true, drop: drops.a }),
    watchUnsaved({ place: '/admin/b', isDirty: () => true, drop: drops.b }),
  ]
  expect([hasUnsaved(), hasUnsaved('/admin/a'), hasUnsaved('/admin/c')]).toEqual([true, true, false])
  dropUnsaved('/admin/a')
  expect(drops.a).toHaveBeenCalledOnce()
  expect(drops.b).not.toHaveBeenCalled()
  expect([hasUnsaved(), hasUnsaved('/admin/a'), hasUnsaved('/admin/b')]).toEqual([true, false, true])
  dropUnsaved()
  expect(hasUnsaved()).toBe(false)
  for (const one of forget) one()
})
