import { queryOptions } from '@tanstack/react-query'
import { m } from '#src/i18n/paraglide/messages.js'
import type { IconSource, NamedIcon } from '#src/lib/icon.ts'

/** A source that has no icons: not a fault, but nothing to choose from either. */
export class NoIcons extends Error {
  override name = 'NoIcons'
}

/** The icons of a source, fetched when somebody looks at them. Rejects with NoIcons when there are none. */
export const iconSetQuery = (source: IconSource) =>
  queryOptions({
    queryKey: ['icons', source],
    queryFn: ({ signal }) => loadIconSet(source, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

async function loadIconSet(source: IconSource, signal: AbortSignal): Promise<NamedIcon[]> {
  const answer = await fetch(`/icons/${source}.json`, { signal })
  if (!answer.ok) throw new Error(`${answer.status}`)
  // Seam: our own answer, made by icon-sets.server.ts.
  const icons = (await answer.json()) as NamedIcon[]
  if (icons.length === 0) throw new NoIcons(noneOf(source))
  return icons
}

function noneOf(source: IconSource): string {
  if (source === 'local') return m.icons_noLocal()
  if (source === 'fa') return m.icons_noAwesome()
  return source === 'iconfont' ? m.icons_noIconfont() : m.icons_noElementPlus()
}
