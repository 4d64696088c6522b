import * as v from 'valibot'
import { BackendError } from '#src/backend/backend-error.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { formatCount } from '#src/lib/count.ts'
import { nodesOf } from '#src/resource/registry.ts'

const useSchema = v.object({
  where: v.string(),
  resource: v.optional(v.nullable(v.string()), null),
  menu: v.optional(v.nullable(v.string()), null),
  count: v.number(),
  names: v.array(v.string()),
  rows: v.optional(v.array(v.object({ id: v.number(), name: v.string() })), []),
})
const usesSchema = v.object({ uses: v.array(useSchema) })

/** A place where a row is used: how many rows use it there, and the first of them. */
export type ShownUse = v.InferOutput<typeof useSchema>

/** The uses that prevent a deletion. Empty if the deletion failed for another reason. */
export function usesOf(reason: unknown): ShownUse[] {
  if (!(reason instanceof BackendError) || reason.reason !== 'referenced') return []
  const found = v.safeParse(usesSchema, reason.data)
  return found.success ? found.output.uses : []
}

type UsesListProps = {
  uses: readonly ShownUse[]
  /** Opens the page of a row. Without it, the names are plain text. */
  onOpen?(path: string): void
}

/** The places where a row is used, with links to the rows there. */
export function UsesList({ uses, onOpen }: UsesListProps) {
  return (
    <ul className="flex flex-col gap-3">
      {uses.map((use) => (
        <li key={`${use.where} ${use.resource}`}>
          <p className="text-sm font-medium text-muted">
            {m.crud_usedIn({ where: use.where, count: formatCount(use.count) })}
          </p>
          <ul className="mt-1 overflow-hidden rounded-md border border-line">
            <UseRows use={use} onOpen={onOpen} />
          </ul>
        </li>
      ))}
    </ul>
  )
}

const line = 'block border-b border-line px-3 py-1.5 last:border-0'

function UseRows({ use, onOpen }: { use: ShownUse; onOpen: ((path: string) => void) | undefined }) {
  const pathOf = usePathOf(use)
  const rows = use.rows.length > 0 ? use.rows : use.names.map((name) => ({ id: undefined, name }))
  const more = use.count - rows.length
  return (
    <>
      {rows.map(({ id, name }, at) => {
        const path = id === undefined ? undefined : pathOf(id)
        return (
          <li key={id ?? `${name} ${at}`} className={path && onOpen ? 'border-b border-line last:border-0' : line}>
            {path && onOpen ? (
              <a
                href={path}
                className="block px-3 py-1.5 text-accent-ink hover:bg-hover hover:underline"
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
                  event.preventDefault()
                  onOpen(path)
                }}
              >
                {name}
              </a>
            ) : (
              name
            )}
          </li>
        )
      })}
      {more > 0 && (
        <li className={`${line} text-muted`}>
          {rows.length > 0
            ? m.crud_usesMore({ count: formatCount(more) })
            : m.crud_usesUnseen({ count: formatCount(more) })}
        </li>
      )}
    </>
  )
}

/** The address of a row in its list, with its form for those who may edit it. Undefined for those who may not look. */
function usePathOf({ resource, menu }: ShownUse): (id: number) => string | undefined {
  const can = useCan()
  return (id) => {
    if (menu === null) return undefined
    // A page of its own, not a list.
    if (resource === null) return can(nodesOf({ key: '', menu }).index) ? `/admin/${menu}` : undefined
    const { index, edit } = nodesOf({ key: resource, menu })
    if (!can(index)) return undefined
    const filter = JSON.stringify({ field: 'id', operator: 'eq', val: id })
    const search = new URLSearchParams({ filter, ...(edit && can(edit) ? { edit: String(id) } : {}) })
    return `/admin/${menu}?${search}`
  }
}
