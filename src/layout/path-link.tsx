import { type AnyRouter, Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { isAbsoluteUrl } from '#src/lib/url.ts'
import { pagePlaceOf } from './place.ts'
import { useTabSearch } from './tabs/use-tabs.ts'

type PathLinkProps = Omit<ComponentProps<'a'>, 'href'> & { path: string }

/** A link whose target is data (a menu's path, the site's navigation). The only link that is not a typed route. */
export function PathLink({ path, ...rest }: PathLinkProps) {
  // The link to a page with an open tab takes over the tab's search.
  const left = useTabSearch(path)
  if (/^[a-z][a-z\d+.-]*:/i.test(path)) {
    // Only absolute web URLs become links: a stored `javascript:` URL must have no effect.
    return <a {...rest} href={isAbsoluteUrl(path) ? path : undefined} rel="noopener" />
  }
  const place = pagePlaceOf(path)
  if (left && !path.includes('?')) place.search = left
  return <Link<AnyRouter, string, string> activeOptions={{ exact: true }} {...rest} {...place} />
}
