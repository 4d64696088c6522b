import { mixed, readable } from '#src/lib/contrast.ts'
import type { ColourPair, LayoutConfig } from './layout-config.ts'

/** The page's background, the same as `--ground` in the style sheet. In Default the tabs lie on it. */
export const GROUND: ColourPair = ['#f5f4f1', '#131415']

/** A colour pair as a CSS value. The active theme selects the colour. */
const css = ([light, dark]: ColourPair) => `light-dark(${light}, ${dark})`

/** A text colour on a background: the chosen colour if it is readable, else the nearest readable shade. */
const ink = (colour: ColourPair, ground: ColourPair) =>
  css([readable(colour[0], ground[0]), readable(colour[1], ground[1])])

/** The same with less contrast, for icons and secondary text. */
const quiet = (colour: ColourPair, ground: ColourPair) =>
  ink([mixed(colour[0], ground[0], 0.7), mixed(colour[1], ground[1], 0.7)], ground)

/** The chosen colours as CSS variables of the shell. The schema of the choices guarantees valid colours. */
export function shellColours(config: LayoutConfig): Record<`--${string}`, string> {
  const tabGround = config.layoutMode === 'Default' ? GROUND : config.headerBarBackground
  return {
    '--menu': css(config.menuBackground),
    '--menu-ink': ink(config.menuColor, config.menuBackground),
    '--menu-muted': quiet(config.menuColor, config.menuBackground),
    '--menu-active': css(config.menuActiveBackground),
    '--menu-active-ink': ink(config.menuActiveColor, config.menuActiveBackground),
    '--menu-mark': css(config.menuActiveColor),
    '--menu-bar': css(config.menuTopBarBackground),
    '--menu-bar-ink': ink(config.menuColor, config.menuTopBarBackground),
    '--bar': css(config.headerBarBackground),
    '--bar-ink': ink(config.headerBarTabColor, config.headerBarBackground),
    '--bar-muted': quiet(config.headerBarTabColor, config.headerBarBackground),
    '--bar-active-ink': ink(config.menuActiveColor, config.headerBarBackground),
    '--bar-hover': css(config.headerBarHoverBackground),
    '--bar-hover-ink': ink(config.headerBarTabColor, config.headerBarHoverBackground),
    '--tab-ink': ink(config.headerBarTabColor, tabGround),
    '--tab-active': css(config.headerBarTabActiveBackground),
    '--tab-active-ink': ink(config.headerBarTabActiveColor, config.headerBarTabActiveBackground),
  }
}
