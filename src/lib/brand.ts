import { contrast, readable } from './contrast.ts'

/** The lightest and the darkest surface that the brand's colour stands on (`--surface` in app/styles.css). */
const LIGHT = '#ffffff'
const DARK = '#16181d'
/** Marks, borders and icons need this contrast (WCAG 2.2, 1.4.11). Texts get a shade of their own. */
const LEAST = 3

/**
 * Why a colour cannot be the brand's: its contrast on light and on dark pages, and the nearest colour that can be seen
 * on both. Undefined when the colour is right.
 */
export function brandVerdict(colour: string): { light: string; dark: string; nearest: string } | undefined {
  const [light, dark] = [contrast(colour, LIGHT), contrast(colour, DARK)]
  if (light >= LEAST && dark >= LEAST) return undefined
  const nearest = light < LEAST ? readable(colour, LIGHT, LEAST) : readable(colour, DARK, LEAST)
  return { light: light.toFixed(1), dark: dark.toFixed(1), nearest }
}

/** The shades of the brand's colour as a style sheet, in place of those of the product. Empty without a colour. */
export function brandStyle(colour: string): string {
  if (!/^#[\da-f]{6}$/i.test(colour)) return ''
  const both = (light: string, dark: string) => `light-dark(${light},${dark})`
  // White text on it stays readable.
  const solid = readable(colour, LIGHT)
  const shades = {
    '--accent': colour,
    '--accent-ink': both(readable(colour, '#eef1f5'), readable(colour, '#262a31')),
    '--accent-solid': solid,
    '--accent-solid-hover': `color-mix(in srgb, ${solid} 88%, black)`,
    '--accent-soft': both(`color-mix(in srgb, ${colour} 10%, white)`, `color-mix(in srgb, ${colour} 16%, #16181d)`),
    '--accent-line': both(`color-mix(in srgb, ${colour} 40%, white)`, `color-mix(in srgb, ${colour} 45%, #16181d)`),
  }
  return `:root{${Object.entries(shades)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`
}
