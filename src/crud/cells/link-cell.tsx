import { fileName } from '#src/lib/file-name.ts'
import { isAbsoluteUrl } from '#src/lib/url.ts'
import type { Field } from '#src/resource/description.ts'
import type { FieldValue } from '#src/resource/field-value.ts'
import { useRowTabIndex } from '../grid/row-context.ts'
import { Highlight } from './highlight.tsx'

/** A text as a link to a page, a file, an e-mail address or a telephone number. */
export function LinkCell({ field, value, text }: { field: Field; value: FieldValue; text: string }) {
  const tabIndex = useRowTabIndex()
  const addresses = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string')
  if (addresses.length === 0) return <span title={text}>{text}</span>
  return (
    <span title={text} className="flex gap-2">
      {addresses.map((address) => {
        const href = hrefOf(field, address)
        const shown = <Highlight>{field.type === 'file' ? fileName(address) : address}</Highlight>
        if (!href) return <span key={address}>{shown}</span>
        const web = /^(https?:|\/)/i.test(href)
        return (
          <a
            key={address}
            href={href}
            tabIndex={tabIndex}
            {...(web ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
            className="truncate text-accent-ink hover:underline"
          >
            {shown}
          </a>
        )
      })}
    </span>
  )
}

/** Only absolute URLs, paths of this site, e-mail addresses and telephone numbers become links. Others stay text. */
function hrefOf(field: Field, address: string): string | undefined {
  if (field.type === 'text') {
    if (field.rule === 'email') return `mailto:${address}`
    if (field.rule === 'mobile' || field.rule === 'phone') return `tel:${address.replaceAll(/[^\d+]/g, '')}`
  }
  return isAbsoluteUrl(address) || /^\/(?!\/)/.test(address) ? address : undefined
}
