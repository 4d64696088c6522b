/** A colour: a sample and its code. */
export function ColorCell({ color }: { color: string }) {
  // Only a valid colour code may become a style.
  const shown = /^#[\da-f]{3,8}$/i.test(color) ? color : undefined
  return (
    <span className="flex items-center gap-2">
      <span
        aria-hidden
        className="size-4 shrink-0 rounded-sm border border-line-strong"
        style={{ background: shown }}
      />
      <span className="tabular text-muted">{color}</span>
    </span>
  )
}
