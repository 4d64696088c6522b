/** What the process of a run does: it makes a working copy, and runs the steps in it one after the other. */
export type RunPlan = {
  /** The product's directory, absolute. Nothing runs in it. */
  root: string
  /** The directory of the terminal, absolute. */
  dir: string
  /** The run's own id, which names its working copy. */
  uuid: string
  /**
   * What the copy has: nothing; package.json, lock and .npmrc; all sources and the installed packages. What waits for
   * the next start is in it, but not in `present`: sources and packages as the product has them now.
   */
  copy: 'nothing' | 'manifest' | 'installed' | 'present'
  steps: readonly { program: 'node' | 'npm'; args: readonly string[] }[]
  /** What of the copy the next start takes over. */
  keep: readonly ('packages' | 'registry' | 'build')[]
}
