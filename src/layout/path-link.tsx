import { type AnyRouter, Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { isAbsoluteUrl } from '#src/lib/url.ts'
import { pagePlaceOf } from './place.ts'
import { useTabSearch } from './tabs/use-tabs.ts'

type PathLinkProps = Omit<ComponentProps<'a'>, 'href'> & { path: string }

/** A link whose target is data: a menu's path, a site's navigation. The one place where a target is not a typed route. */
export function PathLink({ path, ...rest }: PathLinkProps) {
  // A page that has a tab is found as it was left there.
  const left = useTabSearch(path)
  if (/^[a-z][a-z\d+.-]*:/i.test(path)) {
    // Only what leads to a page: a stored `javascript:` must stay without effect.
    return <a {...rest} href={isAbsoluteUrl(path) ? path : undefined} rel="noopener" />
  }
  const place = pagePlaceOf(path)
  if (left && !path.includes('?')) place.search = left
  return <Link<AnyRouter, string, string> activeOptions={{ exact: true }} {...rest} {...place} />
}
