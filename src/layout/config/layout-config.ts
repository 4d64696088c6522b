import * as v from 'valibot'
import { HEX_COLOUR } from '#src/lib/contrast.ts'

export const layoutModes = ['Default', 'Classic', 'Streamline', 'Double'] as const
export type LayoutMode = (typeof layoutModes)[number]

/** The entrance animations of a page. The style sheet uses the same names. */
export const mainAnimations = [
  'slide-right',
  'slide-left',
  'el-fade-in-linear',
  'el-fade-in',
  'el-zoom-in-center',
  'el-zoom-in-top',
  'el-zoom-in-bottom',
] as const
export type MainAnimation = (typeof mainAnimations)[number]

/** Pixels. */
export const MENU_WIDTH = { min: 180, max: 400, step: 10, collapsed: 64 } as const

/** Most folded directories that are stored: the cookie carries them. */
export const MAX_FOLDED = 40

/** A colour for the light theme and one for the dark. */
export type ColourPair = readonly [light: string, dark: string]

const hex = v.pipe(v.string(), v.regex(HEX_COLOUR))
const pair = (light: string, dark: string) => v.fallback(v.pipe(v.tuple([hex, hex]), v.readonly()), [light, dark])
const choice = <const T extends readonly string[]>(of: T) => v.fallback(v.picklist(of), of[0] as T[number])
const flag = (usual: boolean) => v.fallback(v.boolean(), usual)
const width = v.pipe(v.number(), v.integer(), v.minValue(MENU_WIDTH.min), v.maxValue(MENU_WIDTH.max))
/** Accepts the names that icon collections use, and no characters beyond those of a name. */
const iconName = v.pipe(v.string(), v.regex(/^[\w-]+(?: [\w-]+)*$/), v.maxLength(64))

const colours = v.object({
  menuBackground: pair('#ffffff', '#1d1e1f'),
  menuColor: pair('#303133', '#cfd3dc'),
  menuActiveBackground: pair('#ffffff', '#1d1e1f'),
  menuActiveColor: pair('#409eff', '#3375b9'),
  menuTopBarBackground: pair('#fcfcfc', '#1d1e1f'),
  headerBarTabColor: pair('#000000', '#cfd3dc'),
  headerBarTabActiveBackground: pair('#ffffff', '#1d1e1f'),
  headerBarTabActiveColor: pair('#000000', '#409eff'),
  headerBarBackground: pair('#ffffff', '#1d1e1f'),
  headerBarHoverBackground: pair('#f5f5f5', '#18222c'),
})

/** The user's choices for this browser. An invalid field falls back to its default; the other fields stay. */
export const layoutChoices = v.object({
  layoutMode: choice(layoutModes),
  mainAnimation: choice(mainAnimations),
  /** Null follows the system's theme. */
  isDark: v.fallback(v.nullable(v.boolean()), null),
  menuWidth: v.fallback(width, 260),
  menuDefaultIcon: v.fallback(iconName, 'fa fa-circle-o'),
  menuCollapse: flag(false),
  menuUniqueOpened: flag(false),
  menuShowTopBar: flag(true),
  /** Whether `/` and `?` pressed alone do something. */
  singleKeys: flag(true),
  /** Ids of the menu's directories that are closed. */
  menuFolded: v.fallback(v.pipe(v.array(v.pipe(v.number(), v.integer())), v.maxLength(MAX_FOLDED)), []),
  ...colours.entries,
})
export type LayoutChoices = v.InferOutput<typeof layoutChoices>
export type ColourName = keyof typeof colours.entries

/** The layout of the shell: the user's choices, adapted to the width of this window. */
export type LayoutConfig = LayoutChoices & {
  showDrawer: boolean
  /** The window is too narrow for an aside. */
  shrink: boolean
}

export const defaultChoices: LayoutChoices = v.parse(layoutChoices, {})
export const defaultLayout: LayoutConfig = { ...defaultChoices, showDrawer: false, shrink: false }

// Seam: TypeScript types the result of Object.keys() as string[], but the keys are exactly those of the object.
export const colourNames = Object.keys(colours.entries) as ColourName[]

/** The bar's default colour per theme (light, dark), and the grey of the active tab on it in Classic. */
const TAB_GROUND = [
  { base: '#ffffff', grey: '#f5f5f5' },
  { base: '#1d1e1f', grey: '#141414' },
] as const

/**
 * Sets the active tab's background for a layout. In Classic the tab would be invisible on a bar in its default colour.
 * It turns slightly grey there, and Default restores it. A colour that the user chose stays. Each theme is separate.
 */
export function withTabBackground(choices: LayoutChoices): LayoutChoices {
  const { layoutMode, headerBarBackground, headerBarTabActiveBackground } = choices
  const of = (theme: 0 | 1): string => {
    const { base, grey } = TAB_GROUND[theme]
    const tab = headerBarTabActiveBackground[theme]
    if (headerBarBackground[theme].toLowerCase() !== base) return tab
    if (layoutMode === 'Classic' && tab.toLowerCase() === base) return grey
    if (layoutMode === 'Default' && tab.toLowerCase() === grey) return base
    return tab
  }
  return { ...choices, headerBarTabActiveBackground: [of(0), of(1)] }
}

/** The width in pixels that the menu takes beside the page. A collapsed menu takes 0 in a narrow window. */
export function menuWidth({ shrink, menuCollapse, menuWidth }: LayoutConfig): number {
  if (!menuCollapse) return menuWidth
  return shrink ? 0 : MENU_WIDTH.collapsed
}
