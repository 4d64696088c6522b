/** An entry of the public site's top bar. Without a path it only opens the entries below it. */
export type SiteNav = {
  title: string
  path: string
  /** The rule that the entry comes from. Those of the configuration have none. */
  id?: number | undefined
  children?: { title: string; path: string }[] | undefined
}

/** The entries of the configuration, then those of rules. Of several with one path, the first one stays. */
export function joinedNavs(own: readonly SiteNav[], rules: readonly SiteNav[]): SiteNav[] {
  const known = new Set<string>()
  return [...own, ...rules].filter(({ path }) => {
    if (path === '') return true
    if (known.has(path)) return false
    known.add(path)
    return true
  })
}

/** The entries for whoever reads the page: those of visitors, or for a member those that the member has. */
export function navsFor(site: readonly SiteNav[], member: { navs: readonly SiteNav[] } | null | undefined): SiteNav[] {
  if (!member) return [...site]
  return joinedNavs(
    site.filter(({ id }) => id === undefined),
    member.navs,
  )
}
