import { queryOptions } from '@tanstack/react-query'
import { PAGE_LANGUAGE } from '#src/i18n/page-language.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { IconSource, NamedIcon } from '#src/lib/icon.ts'

/** The source has no icons. This is not a failure, but the user has nothing to choose from. */
export class NoIcons extends Error {
  override name = 'NoIcons'
}

/** The server could not load the icons and says why. */
export class IconsFailed extends Error {
  override name = 'IconsFailed'
}

/**
 * The query for the icons of a source.
 * @throws {NoIcons} when the source has no icons
 * @throws {IconsFailed} when the server says why they could not be loaded
 */
export const iconSetQuery = (source: IconSource) =>
  queryOptions({
    queryKey: ['icons', source],
    queryFn: ({ signal }) => loadIconSet(source, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

async function loadIconSet(source: IconSource, signal: AbortSignal): Promise<NamedIcon[]> {
  const headers = { [PAGE_LANGUAGE]: document.documentElement.lang }
  const answer = await fetch(`/icons/${source}.json`, { signal, headers })
  if (!answer.ok) throw await failureOf(answer)
  // Seam: icon-sets.server.ts produces this response.
  const icons = (await answer.json()) as NamedIcon[]
  if (icons.length === 0) throw new NoIcons(noneOf(source))
  return icons
}

async function failureOf(answer: Response): Promise<Error> {
  const said: unknown = answer.status === 502 ? await answer.json().catch(() => null) : null
  if (typeof said === 'object' && said !== null && 'message' in said) return new IconsFailed(String(said.message))
  return new Error(`${answer.status}`)
}

function noneOf(source: IconSource): string {
  if (source === 'local') return m.icons_noLocal()
  if (source === 'fa') return m.icons_noAwesome()
  return source === 'iconfont' ? m.icons_noIconfont() : m.icons_noElementPlus()
}
