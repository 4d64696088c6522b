/**
 * The elements of rich text, each with its attributes. The server removes everything else from what it stores, and
 * pages show nothing else of what is stored.
 */
export const richTextTags: Readonly<Record<string, readonly string[]>> = {
  p: ['style'],
  br: [],
  hr: [],
  h2: ['style'],
  h3: ['style'],
  h4: ['style'],
  strong: [],
  em: [],
  u: [],
  s: [],
  sub: [],
  sup: [],
  code: [],
  pre: [],
  blockquote: [],
  ul: [],
  ol: ['start'],
  li: [],
  a: ['href', 'title'],
  img: ['src', 'alt', 'width', 'height'],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  th: ['colspan', 'rowspan', 'style'],
  td: ['colspan', 'rowspan', 'style'],
  // A formula. The attribute has its LaTeX source, and so has the text, for everything that shows no formulas.
  span: ['data-formula', 'data-display'],
}

/** Elements that are kept under another name. */
export const renamedTags: Readonly<Record<string, string>> = {
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
  b: 'strong',
  i: 'em',
  ins: 'u',
  del: 's',
  strike: 's',
}

/** The only style that rich text may have: `text-align`, with one of these values. */
export const ALIGNMENT = /^(left|center|right|justify)$/

/** Maximum characters of the source of a formula. */
export const MAX_FORMULA = 2000

/** A whole number of pixels, or of rows and columns. */
export const SMALL_NUMBER = /^[1-9]\d{0,3}$/

/** The address of a link that is safe: a web page, an e-mail address, a phone number, or a page of this site. */
export function safeLink(address: string | null | undefined): string | undefined {
  const href = (address ?? '').trim()
  if (hasControl(href) || href.length > 2000) return undefined
  if (/^(mailto|tel):[^\s]+$/i.test(href)) return href
  if (/^https?:\/\/[^\s/\\]/i.test(href)) return URL.canParse(href) ? href : undefined
  return /^\/(?![/\\])[^\s\\]*$/.test(href) ? href : undefined
}

/** The address of a picture that pages may load: an uploaded file of this site. The content policy allows no other. */
export function safePicture(address: string | null | undefined): string | undefined {
  const src = (address ?? '').trim()
  if (!/^\/storage\/[^\s\\?#]+$/.test(src) || hasControl(src) || src.length > 500) return undefined
  // The browser resolves dots, also encoded ones, before it asks.
  return URL.parse(src, 'http://site')?.pathname === src ? src : undefined
}

function hasControl(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them, so they can hide a scheme
  return /[\u0000-\u001f\u007f-\u009f]/.test(text)
}
