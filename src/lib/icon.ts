/** An icon as shapes (SVG), or as a glyph of the font from the style sheet in the site's settings. */
export type Icon = { body: string; viewBox: string } | { font: string }

/** An icon with its name in menus: `fa fa-circle-o`, `el-icon-Menu`, `local-exam`, `iconfont icon-home`. */
export type NamedIcon = { name: string; icon: Icon }

const MODULE = 'module-'

/** The name of a drawing of a module: `module-asset-box` is `icons/box.svg` of the module `asset`. */
export const moduleIconName = (uid: string, drawing: string): string => `${MODULE}${uid}-${drawing}`

/** Whether an icon is a drawing of a module, here or gone. */
export const isModuleIcon = (icon: string): boolean => icon.startsWith(MODULE)

/** The sources of icons: the product's own, Font Awesome, the site's Iconfont style sheet, Element Plus. */
export const iconSources = ['local', 'fa', 'iconfont', 'ep'] as const
export type IconSource = (typeof iconSources)[number]
