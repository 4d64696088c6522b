import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { manifestProblems } from '#src/features/modules/archive/check-manifest.server.ts'
import { productModules } from '#src/features/modules/product-modules.server.ts'

test('the modules that come with the product are the asset register and the work orders', async () => {
  const modules = await productModules()
  expect(modules.map(({ manifest }) => manifest.uid)).toEqual(['assets', 'orders'])
  expect(await productModules()).toBe(modules)
})

test.each(['assets', 'orders'])('nothing is wrong with %s, and its texts are in both languages', async (uid) => {
  const found = (await productModules()).find(({ manifest }) => manifest.uid === uid)
  if (!found) throw new Error(`no module ${uid}`)
  expect(manifestProblems(found.manifest, found.files)).toEqual([])
  // Seam: the files of the module, which the product has just read.
  const textsIn = (language: string) =>
    JSON.parse(readFileSync(`modules/${uid}/translations/${language}.json`, 'utf8')) as Record<string, string>
  const [zh, en] = [textsIn('zh-cn'), textsIn('en')]
  expect(Object.keys(zh)).toEqual(Object.keys(en))
  const used = readFileSync(`modules/${uid}/module.json`, 'utf8')
  for (const [key, text] of Object.entries(zh)) {
    expect(text, key).toMatch(/\p{Script=Han}/u)
    expect(en[key], key).not.toMatch(/\p{Script=Han}/u)
    expect(used, key).toContain(`"${key}"`)
  }
})
