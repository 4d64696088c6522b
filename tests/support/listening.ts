import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'

/**
 * Waits until a dialog, a panel or a menu has the focus. It is visible a frame before it listens to keys, so a key that
 * is pressed before that is lost. What the browser itself opens takes no focus, and listens at once.
 */
export async function expectListening(popup: Locator): Promise<void> {
  await expect.poll(() => popup.query()?.contains(document.activeElement)).toBe(true)
}
