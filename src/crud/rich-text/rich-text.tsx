import { ImageOff } from 'lucide-react'
import { createElement, Fragment, type ReactNode, useMemo, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import {
  ALIGNMENT,
  MAX_FORMULA,
  renamedTags,
  richTextTags,
  SMALL_NUMBER,
  safeLink,
  safePicture,
} from '#src/lib/rich-text-rules.ts'
import { Formula } from './formula.tsx'
import './rich-text.css'

/** Levels of elements that are shown. */
const DEEPEST = 60

/**
 * Stored rich text. It is made of elements of the allow-list, not inserted as HTML: what the database holds from
 * elsewhere was never cleaned.
 */
export function RichText({ html }: { html: string }) {
  const content = useMemo(() => childrenOf(new DOMParser().parseFromString(html, 'text/html').body, 0), [html])
  return <div className="rich-text whitespace-normal">{content}</div>
}

function childrenOf(parent: Node, depth: number): ReactNode[] {
  return keyed([...parent.childNodes].map((node) => shown(node, depth)))
}

/** A text does not change while it is shown, so the place of a part is its key. */
function keyed(parts: readonly ReactNode[]): ReactNode[] {
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  return parts.map((part, at) => <Fragment key={at}>{part}</Fragment>)
}

function shown(node: Node, depth: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue
  if (!(node instanceof HTMLElement) || depth > DEEPEST) return null
  const name = node.localName
  const tag = renamedTags[name] ?? name
  if (name === 'script' || name === 'style' || name === 'template') return null
  if (!(tag in richTextTags)) return childrenOf(node, depth + 1)
  switch (tag) {
    case 'br':
    case 'hr':
      return createElement(tag)
    case 'img':
      return <Picture element={node} />
    case 'a':
      return <TextLink element={node}>{childrenOf(node, depth + 1)}</TextLink>
    case 'span': {
      const formula = node.dataset.formula
      if (!formula || formula.length > MAX_FORMULA) return childrenOf(node, depth + 1)
      return <Formula latex={formula} block={node.dataset.display === 'block'} />
    }
    case 'table':
    case 'thead':
    case 'tbody':
    case 'tr':
      return tableOf(node, tag, depth)
    default:
      return createElement(tag, attributesOf(node), ...childrenOf(node, depth + 1))
  }
}

/** A table scrolls by itself when it is wider than its place. Text between its parts is only space. */
function tableOf(element: HTMLElement, tag: string, depth: number): ReactNode {
  const parts = keyed([...element.children].map((child) => shown(child, depth + 1)))
  const made = createElement(tag, null, ...parts)
  if (tag !== 'table') return made
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the table
    <section aria-label={m.editor_table()} tabIndex={0} className="rich-table">
      {made}
    </section>
  )
}

function attributesOf(element: HTMLElement): Record<string, unknown> {
  const allowed = richTextTags[element.localName] ?? []
  const align = element.style.textAlign
  const number = (name: string) => {
    const value = element.getAttribute(name) ?? ''
    return allowed.includes(name) && SMALL_NUMBER.test(value) ? Number(value) : undefined
  }
  return {
    colSpan: number('colspan'),
    rowSpan: number('rowspan'),
    start: number('start'),
    style: ALIGNMENT.test(align) ? { textAlign: align } : undefined,
  }
}

function Picture({ element }: { element: HTMLElement }) {
  const [broken, setBroken] = useState(false)
  const src = safePicture(element.getAttribute('src'))
  const alt = element.getAttribute('alt') ?? ''
  if (src === undefined || broken) {
    return (
      <span className="inline-flex items-center gap-1.5 rounded-md bg-sunken px-2 py-1 text-sm text-muted">
        <ImageOff aria-hidden size={14} className="shrink-0" />
        {alt || m.editor_pictureMissing()}
      </span>
    )
  }
  const size = (name: string) => {
    const value = element.getAttribute(name) ?? ''
    return SMALL_NUMBER.test(value) ? Number(value) : undefined
  }
  return (
    <img
      src={src}
      alt={alt}
      width={size('width')}
      height={size('height')}
      loading="lazy"
      onError={() => setBroken(true)}
    />
  )
}

function TextLink({ element, children }: { element: HTMLElement; children: ReactNode }) {
  const href = safeLink(element.getAttribute('href'))
  if (href === undefined) return children
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
