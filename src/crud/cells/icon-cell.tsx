import { useQuery } from '@tanstack/react-query'
import { iconQuery } from '#src/layout/icons/icon.queries.ts'
import { SvgIcon } from '#src/ui/svg-icon.tsx'

/** An icon with its name. */
export function IconCell({ name }: { name: string }) {
  const { data: icon } = useQuery(iconQuery(name))
  return (
    <span title={name} className="flex items-center gap-2">
      <span className="grid size-4 shrink-0 place-items-center">
        {icon && <SvgIcon icon={icon} className="size-4" />}
      </span>
      <span className="min-w-0 truncate text-muted">{name}</span>
    </span>
  )
}
