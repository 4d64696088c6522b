import { createRequire } from 'node:module'
import type { IconifyJSON } from '@iconify/types'
import { getIconData, iconToSVG } from '@iconify/utils'
import type { ShellMenu } from './shell-menu.ts'

/** Collections by the prefix that icon names of menus begin with. */
const collections = { fa: '@iconify-json/fa/icons.json', 'el-icon': '@iconify-json/ep/icons.json' } as const

const loaded = new Map<string, IconifyJSON>()
const drawn = new Map<string, ShellMenu['iconSvg']>()

/**
 * The drawing of an icon name like `fa fa-circle-o` or `el-icon-Menu`, from the packaged collections; null when there
 * is none. Drawn on the server, so that a page carries the icons that it shows and no others.
 */
export function iconOf(name: string): ShellMenu['iconSvg'] {
  const known = drawn.get(name)
  if (known !== undefined) return known
  const icon = draw(name)
  drawn.set(name, icon)
  return icon
}

function draw(name: string): ShellMenu['iconSvg'] {
  const match = /^(?:fa fa-|(el-icon)-)([\w-]+)$/.exec(name)
  if (!match?.[2]) return null
  const data = getIconData(collection(match[1] === 'el-icon' ? 'el-icon' : 'fa'), kebab(match[2]))
  if (!data) return null
  const { body, attributes } = iconToSVG(data)
  return { body, viewBox: attributes.viewBox }
}

function collection(prefix: keyof typeof collections): IconifyJSON {
  let icons = loaded.get(prefix)
  if (!icons) {
    // Seam: the package's own data file; read at run time, or 400 kB of icons would be bundled.
    icons = createRequire(import.meta.url)(collections[prefix]) as IconifyJSON
    loaded.set(prefix, icons)
  }
  return icons
}

function kebab(name: string): string {
  return name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '-').toLowerCase()
}
