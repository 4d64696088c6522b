import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

// Locators and actions for the tests of tabs and of frames in tabs.

export const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
export const titles = (page: Page) => page.getByRole('tab').allTextContents()
export const menuLink = (page: Page, name: string) => page.locator('aside').getByRole('link', { name, exact: true })
export const choose = (page: Page, name: string) => page.getByRole('menuitem', { name }).click()

/** The panel of a tab, while that tab is active. */
export const panel = (page: Page, name: string) => page.getByRole('tabpanel', { name, exact: true })

/** Opens a page from the menu and waits until it has appeared. */
export async function visit(page: Page, name: string) {
  await menuLink(page, name).click()
  await expectArrival(page, name)
}

/**
 * Waits until a page has appeared. Its outline and its tab come first, with the panel; the tab goes again when one
 * leaves before the page is there.
 */
export async function expectArrival(page: Page, name: string) {
  await expect(panel(page, name)).toBeVisible()
  await expect(page.locator('.route-progress[data-phase=moving]')).toHaveCount(0)
}
