import type { Page } from '@playwright/test'

/**
 * Has the page itself keep watch for a text that stands there only for a moment: looking now and then could miss it.
 * @returns whether it has been seen
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
