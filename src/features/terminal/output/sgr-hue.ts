/** The colours of the output. Each has enough contrast in both themes; `plain` is the ink of the text. */
export type SgrHue = 'plain' | 'grey' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan'

const levels = [0, 95, 135, 175, 215, 255]

/** The nearest of our colours to a colour of the palette of 256: 16 to 231 are a cube, the rest are greys. */
export function hueOfPalette(index: number): SgrHue {
  if (index >= 232) return hueOfRgb(index * 10 - 2312, index * 10 - 2312, index * 10 - 2312)
  const place = index - 16
  const at = (one: number) => levels[one % 6] ?? 0
  return hueOfRgb(at(Math.floor(place / 36)), at(Math.floor(place / 6)), at(place))
}

/** The nearest of our colours. What is almost black or white is meant for a ground that we do not have. */
export function hueOfRgb(red: number, green: number, blue: number): SgrHue {
  const most = Math.max(red, green, blue)
  const least = Math.min(red, green, blue)
  const span = most - least
  if (span < 40) return most > 60 && most < 180 ? 'grey' : 'plain'
  const sector =
    most === red ? (green - blue) / span : most === green ? 2 + (blue - red) / span : 4 + (red - green) / span
  const angle = (sector * 60 + 360) % 360
  if (angle < 20 || angle >= 335) return 'red'
  if (angle < 70) return 'yellow'
  if (angle < 165) return 'green'
  if (angle < 200) return 'cyan'
  return angle < 260 ? 'blue' : 'magenta'
}
