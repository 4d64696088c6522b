import type { Generating } from '#src/features/generator/generate.server.ts'
import { moduleIconName } from '#src/lib/icon.ts'
import type { ModuleManifest } from '../manifest.schema.ts'
import type { ModuleMade } from '../module-made.server.ts'
import type { ModulePlan } from '../store.schema.ts'

type Step = ModulePlan['steps'][number]
type Conflict = ModulePlan['conflicts'][number]
type Way = Conflict['choices'][number]

/** A module on its way from one version to another, in a transaction that may be taken back after it was looked at. */
export type Applying = {
  by: Generating & { within: true }
  changeSetId: number
  uid: string
  /** What is here: null for a new installation. */
  before: ModuleManifest | null
  after: ModuleManifest
  /** What the module has made. The steps change it. */
  made: ModuleMade
  choices: Readonly<Record<string, string>>
  /** The keys of the resources whose tables are new, so that seeds go in. */
  fresh: Set<string>
  steps: Step[]
  sql: string[]
  conflicts: Conflict[]
}

/**
 * Asks how a conflict is to be solved. Until somebody has chosen, the first way is gone, so that a plan is complete.
 * @returns the value of the way
 */
export function choose(
  { choices, conflicts }: Applying,
  { id, text, ways }: { id: string; text: string; ways: readonly [Way, ...Way[]] },
): string {
  const given = ways.find(({ value }) => value === choices[id])
  conflicts.push({ id, text, choices: [...ways], chosen: given?.value ?? null })
  return (given ?? ways[0]).value
}

/** The name of an icon in the menu: one of the product's, or a drawing of the module. */
export function iconName(uid: string, icon: string | undefined): string {
  const [, drawing] = /^icons\/(.+)\.svg$/.exec(icon ?? '') ?? []
  return drawing === undefined ? (icon ?? '') : moduleIconName(uid, drawing)
}
