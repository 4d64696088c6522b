import { diffChars } from 'diff'
import { m } from '#src/i18n/paraglide/messages.js'

type CharacterChangesProps = { before: string; after: string; secret?: boolean }

/** Signs up to which two texts are compared sign by sign. Longer ones are shown as they are. */
const MOST_SIGNS = 5_000

/** A text before and after a change, with the signs that went and that came. A secret only says that it changed. */
export function CharacterChanges({ before, after, secret = false }: CharacterChangesProps) {
  const long = before.length + after.length > MOST_SIGNS
  const parts =
    secret || long
      ? [
          { value: before, removed: true, added: false },
          { value: after, removed: false, added: true },
        ]
      : diffChars(before, after)
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
      <dt className="text-muted">{m.history_before()}</dt>
      <dd className="min-w-0 wrap-anywhere whitespace-pre-wrap">
        {before === '' && <span className="text-subtle">{m.crud_none()}</span>}
        {parts.map(({ value, added, removed }, at) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: a part has no id other than its position
          removed ? <Gone key={at} text={value} plain={secret} /> : !added && <span key={at}>{value}</span>,
        )}
      </dd>
      <dt className="text-muted">{m.history_after()}</dt>
      <dd className="min-w-0 wrap-anywhere whitespace-pre-wrap">
        {after === '' && <span className="text-subtle">{m.crud_none()}</span>}
        {parts.map(({ value, added, removed }, at) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: a part has no id other than its position
          added ? <Come key={at} text={value} plain={secret} /> : !removed && <span key={at}>{value}</span>,
        )}
      </dd>
    </dl>
  )
}

function Gone({ text, plain }: { text: string; plain: boolean }) {
  if (plain) return <span>{text}</span>
  return <del className="rounded-xs bg-danger-soft text-danger-ink">{text}</del>
}

function Come({ text, plain }: { text: string; plain: boolean }) {
  if (plain) return <span>{text}</span>
  return <ins className="rounded-xs bg-success-soft text-success-ink no-underline">{text}</ins>
}
