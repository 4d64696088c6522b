import { mixed, readable } from '#src/lib/contrast.ts'
import type { ColourPair, LayoutConfig } from './layout-config.ts'

/** The page's own ground, as the style sheet has it (`--ground`): in Default the tabs lie on it. */
export const GROUND: ColourPair = ['#f5f4f1', '#131415']

/** A pair for a style sheet: the theme in force decides. */
const css = ([light, dark]: ColourPair) => `light-dark(${light}, ${dark})`

/** Words in a colour on a ground: as chosen where that can be read, else in the nearest shade that can. */
const ink = (colour: ColourPair, ground: ColourPair) =>
  css([readable(colour[0], ground[0]), readable(colour[1], ground[1])])

/** The same, quieter: for icons and for words beside words. */
const quiet = (colour: ColourPair, ground: ColourPair) =>
  ink([mixed(colour[0], ground[0], 0.7), mixed(colour[1], ground[1], 0.7)], ground)

/** The chosen colours as variables of the shell. The schema of the choices has made sure that they are colours. */
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
