import sanitizeHtml from 'sanitize-html'
import {
  ALIGNMENT,
  MAX_FORMULA,
  renamedTags,
  richTextTags,
  SMALL_NUMBER,
  safeLink,
  safePicture,
} from '#src/lib/rich-text-rules.ts'

type Attributes = Record<string, string>

/** An element that is not in the allow-list: it goes, and what it contains stays. */
const goes = { tagName: 'gone', attribs: {} }

const options: sanitizeHtml.IOptions = {
  allowedTags: Object.keys(richTextTags),
  allowedAttributes: {
    ...Object.fromEntries(Object.entries(richTextTags).map(([tag, attributes]) => [tag, [...attributes]])),
    a: ['href', 'title', 'rel', 'target'],
  },
  allowedStyles: { '*': { 'text-align': [ALIGNMENT] } },
  // The transformations check addresses more strictly. This is the second lock.
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  enforceHtmlBoundary: false,
  // Their text is no content, or browsers read it by other rules than HTML.
  nonTextTags:
    'script style textarea option select noscript title template xmp plaintext iframe noembed noframes object embed applet svg math head audio video'.split(
      ' ',
    ),
  nestingLimit: 60,
  transformTags: {
    ...Object.fromEntries(
      Object.entries(renamedTags).map(([from, to]) => [
        from,
        (_tag: string, { style = '' }: Attributes) => kept(to, { style }),
      ]),
    ),
    a: (_tag, { href, title }) => {
      const to = safeLink(href)
      if (to === undefined) return goes
      const outside = /^http/i.test(to)
      return kept('a', { href: to, title, ...(outside && { rel: 'noopener noreferrer', target: '_blank' }) })
    },
    img: (_tag, { src, alt = '', width, height }) => {
      const from = safePicture(src)
      return from === undefined ? goes : kept('img', { src: from, alt, width: number(width), height: number(height) })
    },
    ol: (_tag, { start }) => kept('ol', { start: number(start) }),
    td: cell,
    th: cell,
    span: (_tag, { 'data-formula': formula, 'data-display': display }) =>
      formula && formula.length <= MAX_FORMULA
        ? kept('span', { 'data-formula': formula, ...(display !== undefined && { 'data-display': 'block' }) })
        : goes,
  },
}

/**
 * HTML with nothing but the elements, attributes and addresses of rich text. It needs no second cleaning: cleaned HTML
 * stays as it is.
 */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, options)
}

function cell(tag: string, { colspan, rowspan, style }: Attributes): sanitizeHtml.Tag {
  const more = (value?: string) => (value === '1' ? undefined : number(value))
  return kept(tag, { colspan: more(colspan), rowspan: more(rowspan), style })
}

function number(value: string | undefined): string | undefined {
  return value !== undefined && SMALL_NUMBER.test(value) ? value : undefined
}

/** The element with those of the attributes that have a value. */
function kept(tagName: string, attributes: Record<string, string | undefined>): sanitizeHtml.Tag {
  return {
    tagName,
    attribs: Object.fromEntries(
      Object.entries(attributes).flatMap(([name, value]) =>
        value === undefined || (name === 'style' && value === '') ? [] : [[name, value]],
      ),
    ),
  }
}
