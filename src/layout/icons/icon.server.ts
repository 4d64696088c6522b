import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { IconifyJSON } from '@iconify/types'
import { getIconData, iconToSVG } from '@iconify/utils'
import type { Icon, IconSource, NamedIcon } from '#src/lib/icon.ts'
import { processCache } from '#src/server/cache/process-cache.server.ts'
import { outlineOf } from './outlines.server.ts'

/** The sources whose drawings are available in this process. */
type Drawn = Exclude<IconSource, 'iconfont'>

// An import would bundle half a megabyte of drawings. `require.resolve` finds the files, which are read at run time.
const { resolve } = createRequire(import.meta.url)
const collections = { fa: '@iconify-json/fa/icons.json', ep: '@iconify-json/ep/icons.json' }

const sets = processCache<Map<string, NamedIcon>>()

/**
 * Returns the drawing of an icon by the name that a menu stores. Null when there is none. The server resolves icons, so
 * a page carries only the icons that it shows.
 */
export function iconOf(name: string): Icon | null {
  const source = sourceOf(name)
  if (source === undefined) return null
  // Only the font's style sheet knows whether the glyph exists.
  return source === 'iconfont' ? { font: name } : (iconsOf(source).get(keyOf(name))?.icon ?? null)
}

/** All icons of a source by key (`keyOf` of the name), common ones as outlines. Cached in the process. */
export function iconsOf(source: Drawn): ReadonlyMap<string, NamedIcon> {
  const known = sets.get(source)
  if (known) return known
  const icons = source === 'local' ? ownIcons() : packagedIcons(source)
  return sets.set(source, new Map(icons.map((one) => [keyOf(one.name), one])))
}

function sourceOf(name: string): IconSource | undefined {
  if (name.startsWith('local-')) return 'local'
  if (name.startsWith('el-icon-')) return 'ep'
  if (name.startsWith('fa fa-')) return 'fa'
  // The name consists of the class of the font and the class of the glyph.
  return /^[\w-]+ [\w-]+$/.test(name) ? 'iconfont' : undefined
}

/** The same Element Plus icon appears as `Menu` and `menu`, or as `DArrowLeft` and `d-arrow-left`. */
function keyOf(name: string): string {
  return name.startsWith('el-icon-') ? name.replaceAll('-', '').toLowerCase() : name
}

function packagedIcons(source: keyof typeof collections): NamedIcon[] {
  // Seam: the package's own data file.
  const data = JSON.parse(readFileSync(resolve(collections[source]), 'utf8')) as IconifyJSON
  return Object.keys({ ...data.icons, ...data.aliases }).flatMap((name) => {
    const found = getIconData(data, name)
    if (!found) return []
    const stored = source === 'fa' ? `fa fa-${name}` : `el-icon-${pascal(name)}`
    const { parent, hFlip, vFlip } = data.aliases?.[name] ?? {}
    const outline = outlineOf(source, name) ?? (parent && !hFlip && !vFlip ? outlineOf(source, parent) : undefined)
    if (outline) return [{ name: stored, icon: outline }]
    const { body, attributes } = iconToSVG(found)
    return [{ name: stored, icon: { body, viewBox: attributes.viewBox } }]
  })
}

/** The icons of the folder src/icons. Each file is an SVG with a viewBox. */
function ownIcons(): NamedIcon[] {
  const folder = dirname(resolve('#src/icons/exam.svg'))
  const files = readdirSync(folder).filter((file) => file.endsWith('.svg'))
  return files.sort().flatMap((file) => {
    const text = readFileSync(`${folder}/${file}`, 'utf8')
    const [, viewBox, body] = /<svg[^>]*viewBox="([^"]+)"[^>]*>(.*)<\/svg>/s.exec(text) ?? []
    return viewBox && body
      ? [{ name: `local-${file.slice(0, -4)}`, icon: { viewBox, body: body.replaceAll(/\s*\n\s*/g, '') } }]
      : []
  })
}

function pascal(name: string): string {
  return name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
}
