import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { chromiumArgs, findChromium } from './lib/chromium.ts'
import { main, root, ScriptError, say } from './lib/main.ts'
import { camera } from './lib/pictures/camera.ts'
import { ownProduct } from './lib/pictures/own-product.ts'
import { sampleData } from './lib/pictures/sample-data.ts'
import { savePicture, saveSharePicture } from './lib/pictures/save-picture.ts'
import { scenes } from './lib/pictures/scenes.ts'

const languages = ['zh-cn', 'en'] as const
const themes = ['light', 'dark'] as const

/** The pictures of the home page, and those of the README. */
const places = { home: join(root, 'src/features/site/pictures'), readme: join(root, 'docs/pictures') }

// Makes the pictures of the product on a new instance with the demo data: all, or the one that is named.
await main(async () => {
  const [only] = process.argv.slice(2)
  if (only !== undefined && !Object.hasOwn(scenes, only))
    throw new ScriptError(`There is no picture ${only}, but ${Object.keys(scenes).join(', ')}.`)
  const started = performance.now()
  const product = await ownProduct()
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs })
  try {
    say('Loading the demo data.')
    const data = await sampleData(product)
    for (const place of Object.values(places)) await mkdir(place, { recursive: true })
    let bytes = 0
    for (const [name, scene] of Object.entries(scenes)) {
      if (only !== undefined && name !== only) continue
      const readmeOnly = 'readmeOnly' in scene
      for (const language of languages) {
        for (const theme of themes) {
          if (readmeOnly && (language !== 'en' || theme !== 'light')) continue
          const { page, close } = await camera(browser, product, { language, theme, size: scene.size })
          await scene.arrange({ page, language, data })
          const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
          await close()
          if (!readmeOnly) bytes += await savePicture(picture, join(places.home, `${name}-${language}-${theme}.avif`))
          if (language === 'en' && theme === 'light')
            bytes += await savePicture(picture, join(places.readme, `${name}.webp`))
          if (name === 'organization' && theme === 'light')
            bytes += await saveSharePicture(picture, join(places.home, `share-${language}.jpg`))
          say(`  ${name}, ${language}, ${theme}`)
        }
      }
    }
    const seconds = Math.round((performance.now() - started) / 1000)
    say(`Done in ${seconds} seconds: ${Math.round(bytes / 1000)} kB.`)
  } finally {
    await browser.close()
    await product.end()
  }
})
