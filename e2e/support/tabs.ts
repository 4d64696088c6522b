import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

// What the tests of tabs and of frames in tabs touch.

export const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
export const titles = (page: Page) => page.getByRole('tab').allTextContents()
export const menuLink = (page: Page, name: string) => page.locator('aside').getByRole('link', { name, exact: true })
export const choose = (page: Page, name: string) => page.getByRole('menuitem', { name }).click()

/** The page of a tab, while it is the one on screen. */
export const panel = (page: Page, name: string) => page.getByRole('tabpanel', { name, exact: true })

/** Goes to a page by the menu. The address comes first; who goes on before the page is there never opens its tab. */
export async function visit(page: Page, name: string) {
  await menuLink(page, name).click()
  await expect(panel(page, name)).toBeVisible()
}
