/** A colour as `#rrggbb`. */
export const HEX_COLOUR = /^#[\da-f]{6}$/i

type Rgb = [red: number, green: number, blue: number]

const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb

const hexOf = (rgb: readonly number[]) => `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function ratio(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** The contrast ratio of two `#rrggbb` colours, 1 to 21 (WCAG 2.2). */
export const contrast = (one: string, other: string): number => ratio(rgbOf(one), rgbOf(other))

/** Mixes two colours. `share` is the part of the first one, 0 to 1. */
export function mixed(colour: string, other: string, share: number): string {
  const [one, two] = [rgbOf(colour), rgbOf(other)]
  return hexOf(one.map((part, at) => Math.round(part * share + (two[at] ?? 0) * (1 - share))))
}

/**
 * A text colour for a background: the wanted colour, or its nearest shade with enough contrast. The shade is darker on
 * light backgrounds and lighter on dark ones, no more than necessary.
 * @param least the contrast ratio. Where no shade has it, the text is black or white
 */
export function readable(colour: string, background: string, least = 4.5): string {
  const ground = rgbOf(background)
  const wanted = rgbOf(colour)
  if (ratio(wanted, ground) >= least) return colour
  // Black or white, whichever has more contrast with this background.
  const end: Rgb = ratio([0, 0, 0], ground) > ratio([255, 255, 255], ground) ? [0, 0, 0] : [255, 255, 255]
  for (let step = 1; step <= 40; step++) {
    const shade = wanted.map((part, at) => Math.round(part + ((end[at] ?? 0) - part) * (step / 40))) as Rgb
    if (ratio(shade, ground) >= least) return hexOf(shade)
  }
  return end[0] === 0 ? '#000000' : '#ffffff'
}
