/** How an icon is drawn: by shapes, or by a glyph of the font whose style sheet the site's settings name. */
export type Icon = { body: string; viewBox: string } | { font: string }

/** An icon and the name that menus store: `fa fa-circle-o`, `el-icon-Menu`, `local-exam`, `iconfont icon-home`. */
export type NamedIcon = { name: string; icon: Icon }

/** Where icons come from: our own, Font Awesome, the site's Iconfont style sheet, Element Plus. */
export const iconSources = ['local', 'fa', 'iconfont', 'ep'] as const
export type IconSource = (typeof iconSources)[number]
