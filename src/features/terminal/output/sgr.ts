import Anser from 'anser'
import { hueOfPalette, hueOfRgb, type SgrHue } from './sgr-hue.ts'

/** A part of a line that looks the same. `look` has its classes. */
export type SgrPiece = { text: string; look: string }

const inks: Record<SgrHue, string> = {
  plain: '',
  grey: 'text-muted',
  red: 'text-danger-ink',
  green: 'text-success-ink',
  yellow: 'text-warning-ink',
  blue: 'text-accent-ink',
  magenta: 'text-magenta-ink',
  cyan: 'text-cyan-ink',
}

/** A ground brings its own ink: what programs combine is meant for a black screen. */
const grounds: Record<SgrHue, string> = {
  plain: 'bg-chip text-ink',
  grey: 'bg-chip text-ink',
  red: 'bg-danger-soft text-danger-ink',
  green: 'bg-success-soft text-success-ink',
  yellow: 'bg-warning-soft text-warning-ink',
  blue: 'bg-accent-soft text-accent-ink',
  magenta: 'bg-chip text-magenta-ink',
  cyan: 'bg-chip text-cyan-ink',
}

const decorations: Record<string, string> = {
  bold: 'font-semibold',
  italic: 'italic',
  underline: 'underline',
  strikethrough: 'line-through',
}

const ESCAPE = String.fromCharCode(27)

/** The text of a line without its colours. */
export function plainLine(line: string): string {
  const [first = '', ...others] = line.split(`${ESCAPE}[`)
  return others.length === 0 ? line : first + others.map((part) => part.replace(/^[\d;:]*m/, '')).join('')
}

/** The parts of a line. Every line is complete: no colour goes on in the next one. */
export function piecesOf(line: string): SgrPiece[] {
  if (!line.includes(ESCAPE)) return line === '' ? [] : [{ text: line, look: '' }]
  return Anser.ansiToJson(line, { json: true, use_classes: true, remove_empty: true }).map((piece) => ({
    text: piece.content,
    look: lookOf(piece),
  }))
}

/** The library's types leave out that a colour may be missing. */
type Colours = { fg: string | null; bg: string | null; fg_truecolor: string | null; bg_truecolor: string | null }

function lookOf({ fg, bg, fg_truecolor, bg_truecolor, ...rest }: Colours & { decorations: readonly string[] }): string {
  const ink = fg === null ? (rest.decorations.includes('dim') ? inks.grey : '') : inks[hueOf(fg, fg_truecolor)]
  const colour = bg === null ? ink : grounds[hueOf(bg, bg_truecolor)]
  const marks = rest.decorations.map((name) => decorations[name])
  return [...new Set([colour, ...marks])].filter(Boolean).join(' ')
}

const named: Record<string, SgrHue> = {
  red: 'red',
  green: 'green',
  yellow: 'yellow',
  blue: 'blue',
  magenta: 'magenta',
  cyan: 'cyan',
  'bright-black': 'grey',
}

/** @param name a class of the library: `ansi-red`, `ansi-bright-red`, `ansi-palette-123`, `ansi-truecolor` */
function hueOf(name: string, rgb: string | null): SgrHue {
  const palette = /^ansi-palette-(\d+)$/.exec(name)?.[1]
  if (palette !== undefined) return hueOfPalette(Number(palette))
  if (name === 'ansi-truecolor') {
    const [red = 0, green = 0, blue = 0] = (rgb ?? '').split(',').map(Number)
    return hueOfRgb(red, green, blue)
  }
  const colour = name.replace('ansi-', '')
  return named[colour] ?? named[colour.replace('bright-', '')] ?? 'plain'
}
