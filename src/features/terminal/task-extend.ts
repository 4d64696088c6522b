/** What goes along with a command that takes packages. */
export type TaskPackages = { packages: readonly string[]; scripts: boolean }

/** The value of a task's `extend`: empty for the packages of package.json. */
export function extendOf({ packages, scripts }: TaskPackages): string {
  if (packages.length === 0 && !scripts) return ''
  return JSON.stringify({ ...(packages.length > 0 && { packages }), ...(scripts && { scripts }) })
}

/** Reads it. Undefined for the word of another command. */
export function packagesOf(extend: string): TaskPackages | undefined {
  try {
    const value: unknown = JSON.parse(extend)
    if (typeof value !== 'object' || value === null) return undefined
    const packages: unknown = Reflect.get(value, 'packages')
    return {
      packages: Array.isArray(packages) ? packages.filter((one) => typeof one === 'string') : [],
      scripts: Reflect.get(value, 'scripts') === true,
    }
  } catch {
    return undefined
  }
}
