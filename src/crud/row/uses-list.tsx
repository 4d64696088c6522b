import * as v from 'valibot'
import { BackendError } from '#src/backend/backend-error.ts'
import { m } from '#src/i18n/paraglide/messages.js'

const usesSchema = v.object({
  uses: v.array(v.object({ name: v.string(), where: v.string(), count: v.number(), names: v.array(v.string()) })),
})

type Use = v.InferOutput<typeof usesSchema>['uses'][number]

/** The uses that prevent a deletion. Empty if the deletion failed for another reason. */
export function usesOf(reason: unknown): Use[] {
  if (!(reason instanceof BackendError) || reason.reason !== 'referenced') return []
  const found = v.safeParse(usesSchema, reason.data)
  return found.success ? found.output.uses : []
}

/** A list of uses: the places, the number of rows in each, and the names of some of them. */
export function UsesList({ uses }: { uses: readonly Use[] }) {
  return (
    <>
      <p>{m.crud_inUse({ name: uses[0]?.name ?? '' })}</p>
      <ul className="mt-1 list-disc pl-5">
        {uses.map(({ where, count, names }) => (
          <li key={where}>
            {m.crud_usedIn({ where, count })}
            {names.map((name) => (
              <span key={name} className="block text-sm">
                {name}
              </span>
            ))}
            {count > names.length && <span className="block text-sm">…</span>}
          </li>
        ))}
      </ul>
    </>
  )
}
