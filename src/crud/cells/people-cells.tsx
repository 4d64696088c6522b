import { BuildingComplex } from 'lucide-react'
import { Highlight } from './highlight.tsx'

/** A user: the first character of the name, and the name. */
export function UserCell({ name }: { name: string }) {
  return (
    <span title={name} className="flex items-center gap-2">
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-medium text-accent-ink select-none"
      >
        {[...name][0]?.toUpperCase()}
      </span>
      <span className="min-w-0 truncate">
        <Highlight>{name}</Highlight>
      </span>
    </span>
  )
}

/** An organization: an icon and the name. */
export function OrganizationCell({ name }: { name: string }) {
  return (
    <span title={name} className="flex items-center gap-1.5">
      <BuildingComplex aria-hidden size={14} className="shrink-0 text-subtle" />
      <span className="min-w-0 truncate">
        <Highlight>{name}</Highlight>
      </span>
    </span>
  )
}
