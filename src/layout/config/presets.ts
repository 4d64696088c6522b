import { m } from '#src/i18n/paraglide/messages.js'
import {
  type ColourName,
  type ColourPair,
  colourNames,
  defaultChoices,
  type LayoutChoices,
  withTabBackground,
} from './layout-config.ts'

type Colours = Pick<LayoutChoices, ColourName>

/** A set of colours for the shell, for both themes. */
export type Preset = { key: string; name(): string; colours: Colours }

const usual: Colours = defaultChoices

/** A menu of its own colours. The rest of the shell stays as it is. */
function menuOf(background: ColourPair, text: ColourPair, mark: ColourPair, logoBar: ColourPair): Colours {
  return { ...usual, menuBackground: background, menuColor: text, menuActiveColor: mark, menuTopBarBackground: logoBar }
}

const contrast: Colours = {
  ...menuOf(['#ffffff', '#000000'], ['#000000', '#ffffff'], ['#003f9e', '#8cc8ff'], ['#ffffff', '#000000']),
  headerBarTabColor: ['#000000', '#ffffff'],
  headerBarTabActiveBackground: ['#ffffff', '#000000'],
  headerBarTabActiveColor: ['#000000', '#ffffff'],
  headerBarBackground: ['#ffffff', '#000000'],
  headerBarHoverBackground: ['#e6e6e6', '#2b2b2b'],
}

/** The colours to choose from. The first one is the product's own. */
export const presets: readonly Preset[] = [
  { key: 'standard', name: m.layout_presetStandard, colours: usual },
  {
    key: 'navy',
    name: m.layout_presetNavy,
    colours: menuOf(['#16263a', '#0f1a28'], ['#d5deea', '#c6d2e0'], ['#6cb6ff', '#6cb6ff'], ['#122033', '#0c1622']),
  },
  {
    key: 'graphite',
    name: m.layout_presetGraphite,
    colours: menuOf(['#26292e', '#17191b'], ['#dcdfe3', '#cfd3dc'], ['#f2c14e', '#f2c14e'], ['#1f2226', '#131517']),
  },
  {
    key: 'teal',
    name: m.layout_presetTeal,
    colours: menuOf(['#0f3b3f', '#0c2427'], ['#d4e8e8', '#c4dada'], ['#5fd6cf', '#5fd6cf'], ['#0c3236', '#091d1f']),
  },
  {
    key: 'forest',
    name: m.layout_presetForest,
    colours: menuOf(['#f2f7f3', '#16201a'], ['#22352a', '#cbd8cf'], ['#18703c', '#6fce94'], ['#eaf2ec', '#121a15']),
  },
  {
    key: 'plum',
    name: m.layout_presetPlum,
    colours: menuOf(['#f8f4fa', '#1f1923'], ['#35283d', '#d9cfe0'], ['#7b3fa0', '#c99be6'], ['#f2ebf6', '#19141d']),
  },
  {
    key: 'brick',
    name: m.layout_presetBrick,
    colours: menuOf(['#fbf5f2', '#221a17'], ['#3d2a22', '#e0d2cb'], ['#9c3d1b', '#f0a07f'], ['#f6ebe5', '#1b1512']),
  },
  { key: 'contrast', name: m.layout_presetContrast, colours: contrast },
]

/** The colours of a preset alone, whatever else the caller's object holds. */
export function coloursOf(preset: Preset): Partial<LayoutChoices> {
  return Object.fromEntries(colourNames.map((name) => [name, preset.colours[name]]))
}

/** The preset with exactly these colours. Undefined when the user has changed one of them. */
export function presetOf(choices: LayoutChoices): Preset | undefined {
  return presets.find((preset) => {
    const wanted = withTabBackground({ ...choices, ...coloursOf(preset) })
    return colourNames.every((name) => wanted[name].join() === choices[name].join().toLowerCase())
  })
}
