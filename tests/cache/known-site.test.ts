import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { config } from '#src/db/config.table.server.ts'
import { startBackend } from '../support/backend.ts'

test('the site’s settings are asked for once in each language, and again after a setting has changed', async () => {
  const { db, withLocale } = await startBackend()
  const { knownSite } = await import('#src/features/site/known-site.server.ts')
  // The process caches nothing before it listens for changes.
  await expect
    .poll(async () => {
      const before = await knownSite()
      return (await knownSite()) === before
    })
    .toBe(true)
  const chinese = await knownSite()
  const english = await withLocale('en', knownSite)
  expect([chinese.siteName, english.siteName]).toEqual(['量尺测评', 'Yardstick'])
  expect(await knownSite()).toBe(chinese)
  expect(await withLocale('en', knownSite)).toBe(english)
  await db.update(config).set({ value: 'Another name' }).where(eq(config.name, 'siteName'))
  await expect.poll(async () => (await knownSite()).siteName).toBe('Another name')
  expect((await withLocale('en', knownSite)).siteName).toBe('Another name')
})

test('the name that the first releases stored is the product’s own: it is in the language of the reader', async () => {
  const { db, withLocale } = await startBackend()
  const { knownSite } = await import('#src/features/site/known-site.server.ts')
  await db.update(config).set({ value: '量尺测评' }).where(eq(config.name, 'siteName'))
  await expect.poll(async () => (await withLocale('en', knownSite)).siteName).toBe('Yardstick')
  expect((await knownSite()).siteName).toBe('量尺测评')
})
