import type { Json } from '#src/lib/json.ts'

/** JSON as a tree whose branches open and close. */
export function JsonTree({ value, name, depth = 0 }: { value: Json; name?: string; depth?: number }) {
  const label = name !== undefined && <span className="text-muted">{name}: </span>
  if (typeof value !== 'object' || value === null) {
    return (
      <p className="py-0.5 break-words whitespace-pre-wrap">
        {label}
        <JsonLeaf value={value} />
      </p>
    )
  }
  const entries = Array.isArray(value) ? value.map((one, at) => [String(at), one] as const) : Object.entries(value)
  const brackets = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`
  return (
    <details open={depth < 2}>
      <summary className="cursor-pointer py-0.5">
        {label}
        <span className="text-muted">{brackets}</span>
      </summary>
      <div className="ml-1.5 border-l border-line pl-3">
        {entries.map(([key, one]) => (
          <JsonTree key={key} name={key} value={one} depth={depth + 1} />
        ))}
      </div>
    </details>
  )
}

function JsonLeaf({ value }: { value: string | number | boolean | null }) {
  if (typeof value === 'string') return <span>{value === '' ? '""' : value}</span>
  return <span className="text-accent-ink">{String(value)}</span>
}
