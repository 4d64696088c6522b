import { contrast, mixed, readable } from '#src/lib/contrast.ts'
import { type ColourPair, defaultChoices, type LayoutConfig } from './layout-config.ts'

/** The page's background, the same as `--ground` in the style sheet. In Default the tabs lie on it. */
export const GROUND: ColourPair = ['#f5f4f1', '#131415']

/** A colour pair as a CSS value. The active theme selects the colour. */
const css = ([light, dark]: ColourPair) => `light-dark(${light}, ${dark})`

/** A text colour on a background: the chosen colour if it is readable, else the nearest readable shade. */
const ink = (colour: ColourPair, ground: ColourPair) =>
  css([readable(colour[0], ground[0]), readable(colour[1], ground[1])])

/** The same with less contrast, for icons, secondary text, and the entries of a menu that are not the current one. */
const quieter = (colour: string, ground: string) => readable(mixed(colour, ground, 0.7), ground)
const quiet = (colour: ColourPair, ground: ColourPair) =>
  css([quieter(colour[0], ground[0]), quieter(colour[1], ground[1])])

/** The blue of texts, the same as `--accent-ink` in the style sheet. */
export const ACCENT_INK: ColourPair = ['#1261ba', '#79bbff']

/**
 * The colours of the entry for the current page: a tint of the mark as background, unless the user has chosen one, and
 * a text with 7 : 1, or in chosen colours with at least more contrast than the other entries.
 * @param text the colour of the menu's texts
 */
function activeOn(
  config: LayoutConfig,
  text: ColourPair,
  ground: ColourPair,
  own = ground,
): { ground: ColourPair; ink: ColourPair } {
  const of = (theme: 0 | 1) => {
    const mark = config.menuActiveColor[theme]
    const usual = mark === defaultChoices.menuActiveColor[theme]
    const tint = mixed(usual ? '#409eff' : mark, ground[theme], 0.12)
    const paper = own[theme] === ground[theme] ? tint : own[theme]
    const more = contrast(quieter(text[theme], ground[theme]), ground[theme]) + 0.5
    return { paper, ink: usual ? readable(ACCENT_INK[theme], paper, Math.max(7, more)) : readable(mark, paper, more) }
  }
  const [light, dark] = [of(0), of(1)]
  return { ground: [light.paper, dark.paper], ink: [light.ink, dark.ink] }
}

/** Marks that nobody has chosen are in the colour of the brand. */
function inBrand(config: LayoutConfig, brand: string): LayoutConfig {
  const of = (name: 'menuActiveColor' | 'headerBarTabActiveColor', theme: 0 | 1) => {
    const usual = defaultChoices[name][theme]
    return config[name][theme] === usual && BLUES.includes(usual) ? brand : config[name][theme]
  }
  const pair = (name: Parameters<typeof of>[0]): ColourPair => [of(name, 0), of(name, 1)]
  return {
    ...config,
    menuActiveColor: pair('menuActiveColor'),
    headerBarTabActiveColor: pair('headerBarTabActiveColor'),
  }
}

/** The blues of the product among the usual colours. */
const BLUES: readonly string[] = ['#409eff', '#3375b9']

/**
 * The chosen colours as CSS variables of the shell. The schema of the choices guarantees valid colours.
 * @param brand the colour of the site's brand; empty without one
 */
export function shellColours(choices: LayoutConfig, brand = ''): Record<`--${string}`, string> {
  const config = brand === '' ? choices : inBrand(choices, brand)
  const { menuActiveBackground: chosen } = config
  const usual = defaultChoices.menuActiveBackground
  const menu = activeOn(config, config.menuColor, config.menuBackground, [
    chosen[0] === usual[0] ? config.menuBackground[0] : chosen[0],
    chosen[1] === usual[1] ? config.menuBackground[1] : chosen[1],
  ])
  const bar = activeOn(config, config.headerBarTabColor, config.headerBarBackground)
  const tabGround = config.layoutMode === 'Default' ? GROUND : config.headerBarBackground
  return {
    '--menu': css(config.menuBackground),
    '--menu-ink': ink(config.menuColor, config.menuBackground),
    '--menu-muted': quiet(config.menuColor, config.menuBackground),
    '--menu-active': css(menu.ground),
    '--menu-active-ink': css(menu.ink),
    '--menu-mark': css(config.menuActiveColor),
    '--menu-bar': css(config.menuTopBarBackground),
    '--menu-bar-ink': ink(config.menuColor, config.menuTopBarBackground),
    '--bar': css(config.headerBarBackground),
    '--bar-ink': ink(config.headerBarTabColor, config.headerBarBackground),
    '--bar-muted': quiet(config.headerBarTabColor, config.headerBarBackground),
    '--bar-active': css(bar.ground),
    '--bar-active-ink': css(bar.ink),
    '--bar-hover': css(config.headerBarHoverBackground),
    '--bar-hover-ink': ink(config.headerBarTabColor, config.headerBarHoverBackground),
    '--tab-ink': ink(config.headerBarTabColor, tabGround),
    '--tab-active': css(config.headerBarTabActiveBackground),
    '--tab-active-ink': ink(config.headerBarTabActiveColor, config.headerBarTabActiveBackground),
  }
}
