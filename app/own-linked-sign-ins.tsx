import { useSuspenseQuery } from '@tanstack/react-query'
import { siteQuery } from '#src/features/site/site.queries.ts'
import type { Side } from '#src/lib/side.ts'
import { lazyPart } from '#src/ui/lazy.tsx'

const LinkedSignIns = lazyPart(async () => (await import('#src/features/providers/linked-sign-ins.tsx')).LinkedSignIns)

type OwnLinkedProps = { side: Side; viewing?: boolean }

/** The card with the sign-ins of other providers. Sites without providers do not load its code. */
export function OwnLinkedSignIns({ side, viewing = false }: OwnLinkedProps) {
  const { data: site } = useSuspenseQuery(siteQuery)
  if (site.backend === 'pig' || !site.providers.some((one) => one.side === side)) return null
  return <LinkedSignIns side={side} timeZone={site.timeZone} viewing={viewing} />
}
