import * as v from 'valibot'
import { isPackageSpec, MOST_PACKAGES } from './package-spec.ts'

/** What a command that takes packages is told: which ones, and whether their install scripts may run. */
export type PackagesWanted = { packages: string[]; scripts: boolean }

/** What the value of `extend` looks like for a command that takes packages. */
const packagesWanted = v.strictObject({
  packages: v.optional(v.pipe(v.array(v.string()), v.maxLength(MOST_PACKAGES)), []),
  scripts: v.optional(v.boolean(), false),
})

/** The longest value of `extend`. */
export const LONGEST_EXTEND = 5_000

const word = /^[\w.:-]{0,100}$/

/** What is wrong with the value of `extend`. */
export type ExtendProblem = { problem: 'shape' } | { problem: 'package'; name: string }

/** Reads the value of `extend` of a command that takes packages. An empty one means those of package.json. */
export function readPackages(extend: string): PackagesWanted | ExtendProblem {
  if (extend === '') return { packages: [], scripts: false }
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), packagesWanted), extend)
  if (!parsed.success) return { problem: 'shape' }
  const wrong = parsed.output.packages.find((one) => !isPackageSpec(one))
  return wrong === undefined ? parsed.output : { problem: 'package', name: wrong }
}

/** Reads the value of `extend` of any other command: a word that only travels along. */
export function readWord(extend: string): ExtendProblem | undefined {
  return word.test(extend) ? undefined : { problem: 'shape' }
}
