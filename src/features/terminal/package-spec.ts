/** The most packages of one command. */
export const MOST_PACKAGES = 20

const LONGEST_NAME = 214
/** What npm takes for no name. */
const NO_PACKAGES = ['node_modules', 'favicon.ico']

const name = /^(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*$/
/** A version or a range of versions (^ or ~), or a tag. */
const version = /^(?:[~^]?\d+(?:\.\d+){0,2}(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?|[a-z][a-z0-9._-]{0,40})$/

/**
 * Whether this names a package of the registry, with a version, a range (^ or ~) or a tag: `left-pad`,
 * `@ark-ui/react@5`. Addresses, files, aliases and options of a command line are none.
 */
export function isPackageSpec(text: string): boolean {
  const at = text.indexOf('@', 1)
  const [named, wanted] = at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
  if (!name.test(named) || named.length > LONGEST_NAME || NO_PACKAGES.includes(named)) return false
  return wanted === undefined || version.test(wanted)
}

/** The names that somebody has typed, separated by spaces, commas or lines. */
export function packagesIn(text: string): string[] {
  return [...new Set(text.split(/[\s,，]+/).filter((one) => one !== ''))]
}
