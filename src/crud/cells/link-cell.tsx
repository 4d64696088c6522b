import { cx } from '#src/lib/cx.ts'
import { isAbsoluteUrl } from '#src/lib/url.ts'
import type { Field } from '#src/resource/description.ts'
import type { FieldValue } from '#src/resource/field-value.ts'
import type { Labels } from '#src/resource/labels.ts'
import { lazyPart } from '#src/ui/lazy.tsx'
import { listTypeOf } from '../field-types/list-types.ts'
import { useRowTabIndex } from '../grid/row-context.ts'
import { Highlight } from './highlight.tsx'

// Few lists show files.
const SuffixIcon = lazyPart(
  async () => (await import('../files/suffix-icon.tsx')).SuffixIcon,
  <span className="size-5 shrink-0" />,
)

type LinkCellProps = {
  field: Field
  value: FieldValue
  text: string
  labels: Labels
}

/** A text as a link to a page, a file, an e-mail address or a telephone number. */
export function LinkCell({ field, value, text, labels }: LinkCellProps) {
  const tabIndex = useRowTabIndex()
  const addresses = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string')
  if (addresses.length === 0) return <span title={text}>{text}</span>
  return (
    <span title={text} className="flex gap-2">
      {addresses.map((address) => {
        const parts = listTypeOf(field).link?.(address, field)
        const href = parts?.href ?? hrefOf(address)
        const shown = <Highlight>{labels[field.name]?.[address] ?? parts?.text ?? address}</Highlight>
        const icon = parts?.icon && <SuffixIcon address={address} />
        if (!href) return <span key={address}>{shown}</span>
        const web = /^(https?:|\/)/i.test(href)
        return (
          <a
            key={address}
            href={href}
            tabIndex={tabIndex}
            {...(web ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
            className={cx('truncate text-accent-ink hover:underline', icon && 'inline-flex items-center gap-1.5')}
          >
            {icon}
            {shown}
          </a>
        )
      })}
    </span>
  )
}

/** Only absolute URLs and paths of this site become links. Other addresses stay text. */
function hrefOf(address: string): string | undefined {
  return isAbsoluteUrl(address) || /^\/(?!\/)/.test(address) ? address : undefined
}
