/** The most packages of one command. */
export const MOST_PACKAGES = 20

const LONGEST_NAME = 214

const part = '[a-z0-9~][a-z0-9._~-]*'
const version = String.raw`(?:[~^]?\d+(?:\.\d+){0,2}(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?|[a-z][a-z0-9._-]{0,40})`
const spec = new RegExp(`^((?:@${part}/)?${part})(?:@${version})?$`)

/**
 * Whether this names a package of the registry, with a version, a range (^ or ~) or a tag: `left-pad`, `@ark-ui/react@5`.
 * Addresses, files, aliases and options of a command line are none.
 */
export function isPackageSpec(text: string): boolean {
  const name = spec.exec(text)?.[1]
  return name !== undefined && name.length <= LONGEST_NAME && !['node_modules', 'favicon.ico'].includes(name)
}

/** The names that somebody has typed, separated by spaces, commas or lines. */
export function packagesIn(text: string): string[] {
  return [...new Set(text.split(/[\s,，]+/).filter((one) => one !== ''))]
}
