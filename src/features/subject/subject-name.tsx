import { Highlight } from '#src/crud/cells/highlight.tsx'

/** A subject's name, with its colour. */
export function SubjectName({ name, color }: { name: string; color: string }) {
  return (
    <span className="flex items-center gap-2">
      <span
        aria-hidden
        className="size-2.5 shrink-0 rounded-full border border-line-strong"
        // Only a valid colour code may become a style.
        style={{ background: /^#[\da-f]{3,8}$/i.test(color) ? color : undefined }}
      />
      <span title={name} className="truncate font-lead">
        <Highlight>{name}</Highlight>
      </span>
    </span>
  )
}
