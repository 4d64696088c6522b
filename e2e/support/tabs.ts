import type { Page } from '@playwright/test'

// What the tests of tabs and of frames in tabs touch.

export const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
export const titles = (page: Page) => page.getByRole('tab').allTextContents()
export const menuLink = (page: Page, name: string) => page.locator('aside').getByRole('link', { name, exact: true })
export const choose = (page: Page, name: string) => page.getByRole('menuitem', { name }).click()
