import type { Page } from '@playwright/test'

/**
 * Watches the page for a text that appears only for a moment. Polling from outside could miss it.
 * @returns a function that returns whether the text has appeared
 */
export async function watchFor(page: Page, text: string): Promise<() => boolean> {
  let seen = false
  page.on('console', (message) => {
    if (message.text() === `seen: ${text}`) seen = true
  })
  await page.evaluate((wanted) => {
    const look = () => document.body.innerText.includes(wanted) && console.debug(`seen: ${wanted}`)
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
  }, text)
  return () => seen
}
