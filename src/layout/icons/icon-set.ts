import { queryOptions } from '@tanstack/react-query'
import { m } from '#src/i18n/paraglide/messages.js'
import type { IconSource, NamedIcon } from '#src/lib/icon.ts'

/** The source has no icons. This is not a failure, but the user has nothing to choose from. */
export class NoIcons extends Error {
  override name = 'NoIcons'
}

/**
 * The query for the icons of a source.
 * @throws {NoIcons} when the source has no icons
 */
export const iconSetQuery = (source: IconSource) =>
  queryOptions({
    queryKey: ['icons', source],
    queryFn: ({ signal }) => loadIconSet(source, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

async function loadIconSet(source: IconSource, signal: AbortSignal): Promise<NamedIcon[]> {
  const answer = await fetch(`/icons/${source}.json`, { signal })
  if (!answer.ok) throw new Error(`${answer.status}`)
  // Seam: icon-sets.server.ts produces this response.
  const icons = (await answer.json()) as NamedIcon[]
  if (icons.length === 0) throw new NoIcons(noneOf(source))
  return icons
}

function noneOf(source: IconSource): string {
  if (source === 'local') return m.icons_noLocal()
  if (source === 'fa') return m.icons_noAwesome()
  return source === 'iconfont' ? m.icons_noIconfont() : m.icons_noElementPlus()
}
