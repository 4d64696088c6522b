import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { Tag } from '#src/ui/tag.tsx'
import './generator.css'

/** One change of a plan, in words. `field`: the one that it is about. */
type PlannedChange = {
  kind: string
  field?: string | null | undefined
  text: string
  effect?: string | undefined
  loss: boolean
}

/** Changes in words. What is lost by one has the tone of danger. */
export function Changes({ changes }: { changes: readonly PlannedChange[] }) {
  return (
    <ol className="flex flex-col gap-2">
      {changes.map((change) => (
        <li
          key={`${change.kind} ${change.field ?? ''} ${change.text}`}
          className={cx('rounded-md border px-3 py-2', change.loss ? 'border-danger' : 'border-line')}
        >
          <p className="flex items-start gap-2">
            <span className="min-w-0 flex-1 break-words text-ink">{change.text}</span>
            {change.loss && <Tag tone="danger">{m.designer_loss()}</Tag>}
          </p>
          {change.effect && (
            <p className={cx('text-sm', change.loss ? 'text-danger-ink' : 'text-muted')}>{change.effect}</p>
          )}
        </li>
      ))}
    </ol>
  )
}

/** SQL, to open. */
export function Sql({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <details className="rounded-md border border-line">
      <summary className="px-3 py-2 text-sm font-medium">{title}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls */}
      <pre tabIndex={0} className="designer-sql border-t border-line bg-sunken px-3 py-2">
        {lines.join('\n')}
      </pre>
    </details>
  )
}
