import * as v from 'valibot'
import { readCookie, writeCookie } from '#src/lib/cookie.ts'
import {
  colourNames,
  defaultChoices,
  type LayoutChoices,
  layoutChoices,
  layoutModes,
  mainAnimations,
} from './layout-config.ts'
import { isDarkIn, writeThemeCookie } from './theme-cookie.ts'

// The server needs the layout before the first paint, so a cookie carries a short form of it. The cookie holds only the
// values that differ from the defaults, each as a letter and its value. The schema validates every value that is read.

const COOKIE = 'ys_layout'
const BETWEEN = '~'

type Field = { letter: string; write(choices: LayoutChoices): string; read(text: string): Partial<Raw> }
type Raw = Record<keyof LayoutChoices, unknown>

const flag = (letter: string, name: 'menuCollapse' | 'menuUniqueOpened' | 'menuShowTopBar' | 'singleKeys'): Field => ({
  letter,
  write: (choices) => (choices[name] ? '1' : '0'),
  read: (text) => ({ [name]: text === '1' }),
})

const fields: Field[] = [
  {
    letter: 'm',
    write: ({ layoutMode }) => String(layoutModes.indexOf(layoutMode)),
    read: (text) => ({ layoutMode: layoutModes[Number(text)] }),
  },
  {
    letter: 'a',
    write: ({ mainAnimation }) => String(mainAnimations.indexOf(mainAnimation)),
    read: (text) => ({ mainAnimation: mainAnimations[Number(text)] }),
  },
  { letter: 'w', write: ({ menuWidth }) => String(menuWidth), read: (text) => ({ menuWidth: Number(text) }) },
  {
    letter: 'i',
    write: ({ menuDefaultIcon }) => menuDefaultIcon.replaceAll(' ', '+'),
    read: (text) => ({ menuDefaultIcon: text.replaceAll('+', ' ') }),
  },
  {
    letter: 'f',
    write: ({ menuFolded }) => menuFolded.join('.'),
    read: (text) => ({ menuFolded: text.split('.').map(Number) }),
  },
  flag('c', 'menuCollapse'),
  flag('u', 'menuUniqueOpened'),
  flag('t', 'menuShowTopBar'),
  flag('k', 'singleKeys'),
  ...colourNames.map(
    (name, index): Field => ({
      letter: String.fromCharCode(65 + index),
      write: (choices) => choices[name].join('').replaceAll('#', ''),
      read: (text) => ({ [name]: [`#${text.slice(0, 6)}`, `#${text.slice(6)}`] }),
    }),
  ),
]

/** Reads the layout from a `Cookie` header or `document.cookie`. Missing or invalid values get their default. */
export function readLayoutCookies(header: string): LayoutChoices {
  const found: Partial<Raw> = { isDark: isDarkIn(header) }
  for (const part of (readCookie(header, COOKIE) ?? '').split(BETWEEN)) {
    const field = fields.find(({ letter }) => letter === part[0])
    if (field) Object.assign(found, field.read(part.slice(1)))
  }
  return v.parse(layoutChoices, found)
}

/** The cookie's value for a layout. Empty for the default layout. */
export function layoutCookie(choices: LayoutChoices): string {
  const changed = fields.filter((field) => field.write(choices) !== field.write(defaultChoices))
  return changed.map((field) => field.letter + field.write(choices)).join(BETWEEN)
}

/** Writes the layout cookie and the theme cookie, so that the server knows the choices. */
export function writeLayoutCookies(choices: LayoutChoices): void {
  writeCookie(COOKIE, layoutCookie(choices))
  writeThemeCookie(choices.isDark)
}
